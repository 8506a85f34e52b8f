// C01, C02: single-use values used concurrently.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
import { lengthenGrace, pastGrace } from '../harness/longer-grace.ts';
import { addUsers, newOrganization, newOrganizationRole } from '../harness/organizations.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { redeem, refresh } from '../harness/session.ts';
import { demoApp, obtainCode, obtainTokens, password } from '../harness/sign-in.ts';
import { digestOf } from '../harness/stored-secrets.ts';
import { newVisitor } from '../harness/visitor.ts';

const times = <T>(count: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));
/** How often each outcome occurred. */
const tally = (outcomes: (string | number | null)[]) =>
  Object.fromEntries(
    [...new Set(outcomes)].map((outcome) => [outcome, outcomes.filter((other) => other === outcome).length]),
  );

describe('single-use values', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await useServer({ env: { LOG_LEVEL: 'error' } });
    await lengthenGrace(server);
    await obtainTokens({ ...person(), register: true });
  });
  const person = () => ({ base: server.origin, client: demoApp(server.origin), username: 'racer' });
  const count = async (sql: string, values: unknown[] = []) =>
    Number((await server.query<{ count: string }>(`select count(*) ${sql}`, values))[0]?.count);

  const endGrace = (token: string | undefined) =>
    server.query(`update oidc_model_instances set consumed_at = consumed_at - $2 * interval '1 second' where id = $1`, [
      digestOf(token),
      pastGrace,
    ]);

  it('C01 exactly one of 50 parallel redemptions of a code succeeds', async () => {
    const { code, verifier } = await obtainCode(person());
    const answers = await times(50, () => redeem(server.origin, person().client, code, verifier));
    expect(tally(answers.map(({ status, body }) => body.error ?? status))).toEqual({ 200: 1, invalid_grant: 49 });
  });

  it('C01 50 parallel identifications of a registration create one user', async () => {
    const { call } = await openInteraction(server.origin, person().client);
    await call('PUT', '', { interactionEvent: 'Register' });
    await call('POST', '/profile', { type: 'username', value: 'only_one' });
    await call('POST', '/profile', { type: 'password', value: password });
    const answers = await times(50, () => call('POST', '/identification', {}));
    const outcomes = tally(answers.map(({ status }) => status));
    expect(outcomes[201]).toBe(1);
    expect(Object.keys(outcomes).filter((status) => Number(status) >= 500)).toEqual([]);
    expect(await count(`from users where tenant_id = 'default' and username = 'only_one'`)).toBe(1);
    const registered = `from change_records where operation = 'user.registered' and entity = 'users' and after ->> 'username' = 'only_one'`;
    expect(await count(registered)).toBe(1);
  });

  it('C01 50 parallel submissions of an interaction, all followed, end in one code', async () => {
    const { call, visitor, verifyPassword } = await openInteraction(server.origin, person().client);
    await call('PUT', '', { interactionEvent: 'SignIn' });
    await call('POST', '/identification', { verificationId: await verifyPassword('racer', password) });
    const submitted = await times(50, () => call('POST', '/submit', {}));
    submitted.push(await call('POST', '/submit', {}));
    const targets = new Set(
      submitted.map((answer) => (answer.json() as { redirectTo?: string }).redirectTo ?? answer.body),
    );
    expect(targets.size).toBe(1);
    const [resume = ''] = targets;
    const codes = `from oidc_model_instances where model_name = 'AuthorizationCode'`;
    const before = await count(codes);
    const landings = await times(50, async () => {
      const { url, answer } = await newVisitor({}, visitor.jar()).follow(resume, [person().client.redirectUri]);
      return answer === undefined && new URL(url).searchParams.has('code') ? 'code' : Number(answer?.status);
    });
    expect(tally(landings)).toEqual({ code: 1, 400: 49 });
    expect((await count(codes)) - before).toBe(1);
  });

  it('C02 20 parallel refreshes of one token get the same successor, and one live token is left', async () => {
    const { tokens } = await obtainTokens(person());
    const { client } = person();
    const answers = await times(20, () => refresh(server.origin, client, tokens.refresh_token));
    expect(tally(answers.map(({ status, body }) => body.error ?? status))).toEqual({ 200: 20 });
    const successors = new Set(answers.map(({ body }) => body.refresh_token));
    expect(successors.size).toBe(1);
    const [successor = ''] = successors;
    expect(successor).not.toBe(tokens.refresh_token);
    const family = `from oidc_model_instances where model_name = 'RefreshToken' and grant_id =
      (select grant_id from oidc_model_instances where model_name = 'RefreshToken' and id = $1)`;
    expect([
      await count(`${family} and consumed_at is null`, [digestOf(successor)]),
      await count(family, [digestOf(successor)]),
    ]).toEqual([1, 2]);

    const next = await refresh(server.origin, client, successor);
    expect(next.status).toBe(200);
    // The grace period is over for the first token, so using it again means theft.
    await endGrace(tokens.refresh_token);
    const reused = await times(20, () => refresh(server.origin, client, tokens.refresh_token));
    expect(tally(reused.map(({ body }) => body.error ?? 'success'))).toEqual({ invalid_grant: 20 });
    expect((await refresh(server.origin, client, next.body.refresh_token)).body.error).toBe('invalid_grant');
    expect(
      await count(`from oidc_model_instances where id = any ($1)`, [
        [tokens.refresh_token, successor, next.body.refresh_token].map(digestOf),
      ]),
    ).toBe(0);
  });

  it('C02 20 refreshes across the moment of reuse leave no second live family', async () => {
    const { tokens } = await obtainTokens(person());
    const { client } = person();
    const { body } = await refresh(server.origin, client, tokens.refresh_token);
    await endGrace(tokens.refresh_token);
    // The thief uses the old token while the owner refreshes with the new one.
    const answers = await times(20, (index) =>
      refresh(server.origin, client, index % 2 === 0 ? tokens.refresh_token : body.refresh_token),
    );
    const issued = answers.flatMap((answer) => (answer.status === 200 ? [answer.body.refresh_token] : []));
    const later = await Promise.all([...new Set(issued)].map((token) => refresh(server.origin, client, token)));
    expect(later.map((answer) => answer.body.error ?? 'success')).toEqual(later.map(() => 'invalid_grant'));
  });
});

describe('concurrent changes of organizations', () => {
  let server: TestServer;
  let api: ManagementApi;
  let organizationId: string;
  beforeAll(async () => {
    server = await useServer({ env: { LOG_LEVEL: 'error' } });
    api = await managementApi(server);
    organizationId = await newOrganization(api);
  });
  const invitationFor = async (invitee: string, organizationRoleIds: string[] = []) => {
    const expiresAt = Date.now() + 3_600_000;
    const body = { invitee, organizationId, expiresAt, organizationRoleIds, messagePayload: false };
    return ((await api.call('POST', '/organization-invitations', body)).json() as { id: string }).id;
  };
  const end = async (id: string, body: object) =>
    outcome(await api.call('PUT', `/organization-invitations/${id}/status`, body)).join(' ');
  const refusal = '422 request.invalid_input';

  it('C01 exactly one of 50 parallel accepts of an invitation succeeds', async () => {
    const [acceptedUserId = ''] = await addUsers(server, ['Many']);
    const id = await invitationFor('many@people.example', [await newOrganizationRole(api)]);
    const outcomes = await times(50, () => end(id, { status: 'Accepted', acceptedUserId }));
    expect(tally(outcomes)).toEqual({ 200: 1, [refusal]: 49 });
    const [rows] = await server.query<{ members: string; records: string }>(
      `select (select count(*) from organization_role_users where user_id = $1) as members,
              (select count(*) from change_records where entity = 'organizationUsers' and entity_id like $2) as records`,
      [acceptedUserId, `%${acceptedUserId}`],
    );
    expect(rows).toEqual({ members: '1', records: '1' });
  });

  it('C08 an invitation accepted and revoked concurrently ends in one state', async () => {
    const [acceptedUserId = ''] = await addUsers(server, ['Torn']);
    const id = await invitationFor('torn@people.example');
    const outcomes = await times(20, (index) =>
      end(id, index % 2 === 0 ? { status: 'Accepted', acceptedUserId } : { status: 'Revoked' }),
    );
    expect(tally(outcomes)).toEqual({ 200: 1, [refusal]: 19 });
    const { status } = (await api.call('GET', `/organization-invitations/${id}`)).json() as { status: string };
    const isMember = (await api.call('GET', `/organizations/${organizationId}/users?q=torn`)).json() as unknown[];
    expect(isMember.length).toBe(status === 'Accepted' ? 1 : 0);
  });

  it('C01 exactly one of 20 parallel invitations of one email is created', async () => {
    const body = { invitee: 'one@example.com', organizationId, expiresAt: Date.now() + 60_000, messagePayload: false };
    const answers = await times(20, () => api.call('POST', '/organization-invitations', body));
    expect(tally(answers.map((answer) => outcome(answer).join(' ')))).toEqual({
      201: 1,
      '422 entity.unique_integrity_violation': 19,
    });
  });

  it('parallel assignments of the same members all succeed, without duplicates', async () => {
    const userIds = await addUsers(server, ['A', 'B', 'C', 'D']);
    const organizationRoleIds = [await newOrganizationRole(api), await newOrganizationRole(api)];
    const path = `/organizations/${organizationId}/users`;
    const added = await times(20, (index) =>
      api.call('POST', path, { userIds: index % 2 === 0 ? userIds : userIds.toReversed() }),
    );
    expect(tally(added.map(({ status }) => status))).toEqual({ 201: 20 });
    const assigned = await times(20, (index) => {
      const [users, roles] = [userIds, organizationRoleIds].map((ids) => (index % 2 === 0 ? ids : ids.toReversed()));
      return api.call('POST', `${path}/roles`, { userIds: users, organizationRoleIds: roles });
    });
    expect(tally(assigned.map(({ status }) => status))).toEqual({ 201: 20 });
    const [row] = await server.query<{ held: string; records: string }>(
      `select (select count(*) from organization_role_users where user_id = any ($1)) as held,
              (select count(*) from change_records where entity = 'organizationRoleUsers'
                 and after ->> 'userId' = any ($1)) as records`,
      [userIds],
    );
    expect(row).toEqual({ held: '8', records: '8' });
  });
});
