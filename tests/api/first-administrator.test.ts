// Only the first user of the open-source console becomes its administrator.
import { describe, expect, it } from 'vitest';
import { auditLog } from '../harness/audit-log.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
import { useServer } from '../harness/server.ts';
import { consoleApp, password } from '../harness/sign-in.ts';

describe('first administrator', async () => {
  const server = await useServer();
  const base = server.base('admin');

  const ready = async (username: string) => {
    const interaction = await openInteraction(base, consoleApp(server.origin));
    await interaction.call('PUT', '', { interactionEvent: 'Register' });
    await interaction.call('POST', '/profile', { type: 'username', value: username });
    await interaction.call('POST', '/profile', { type: 'password', value: password });
    return interaction;
  };

  it('C03 only one of several concurrent registrations succeeds', async () => {
    const people = await Promise.all(['one', 'two', 'three', 'four', 'five'].map(ready));
    const answers = await Promise.all(people.map(({ call }) => call('POST', '/identification', {})));
    const won = answers.filter(({ status }) => status === 201);
    expect(won).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(outcome(answer)).toEqual([403, 'auth.forbidden']);
    }
    const users = await server.query<{ id: string }>(`select id from users where tenant_id = 'admin'`);
    expect(users).toHaveLength(1);

    const roles = await server.query<{ name: string }>(
      `select name from users_roles join roles using (tenant_id) where tenant_id = 'admin'
       and roles.id = users_roles.role_id order by name`,
    );
    expect(roles.map(({ name }) => name)).toEqual(['default:admin', 'user']);
    const memberships = await server.query(
      `select organization_id, organization_role_id, user_id from organization_role_users where tenant_id = 'admin'`,
    );
    expect(memberships).toEqual([
      { organization_id: 't-default', organization_role_id: 'admin', user_id: users[0]?.id },
    ]);
    const [experience] = await server.query(`select sign_in_mode from sign_in_experiences where tenant_id = 'admin'`);
    expect(experience).toEqual({ sign_in_mode: 'SignIn' });

    // The winner has disabled registration and can still complete theirs.
    const winner = people[answers.indexOf(won[0] as (typeof answers)[number])];
    const submitted = await winner?.call('POST', '/submit', {});
    expect(submitted?.status, submitted?.body).toBe(200);
  });

  it('closes registration afterwards', async () => {
    const { call } = await ready('late');
    expect(outcome(await call('POST', '/identification', {}))).toEqual([403, 'auth.forbidden']);
    expect(await server.query(`select id from users where tenant_id = 'admin' and username = 'late'`)).toEqual([]);
  });

  it('records the registration and the refusals', async () => {
    const key = 'Interaction.Register.Identifier.Submit';
    const complete = (results: string[]) => results.filter((result) => result === 'Error').length >= 5;
    const entries = await auditLog(server, 'admin', (all) =>
      complete(all.filter((entry) => entry.key === key).map(({ payload }) => payload.result)),
    );
    const submissions = entries.filter((entry) => entry.key === key).map(({ payload }) => payload);
    expect(submissions.filter(({ result }) => result === 'Success')).toHaveLength(1);
    for (const payload of submissions.filter(({ result }) => result === 'Error')) {
      expect(payload).toMatchObject({ applicationId: 'admin-console', error: { code: 'auth.forbidden' } });
    }
  });
});
