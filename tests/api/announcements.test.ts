// Which changes are announced to the caches of other nodes: those of every table, also of one that only a newer release
// caches, except for tables that grow with the users.
import { describe, expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { newRole } from '../harness/roles.ts';
import { asSuperuser, useServer } from '../harness/server.ts';
import { userImports } from '../harness/user-imports.ts';

describe('announcements of changes', () => {
  it('tell of settings, but not of users, their roles and memberships', async () => {
    const server = await useServer();
    const api = await managementApi(server);
    const imports = userImports({ origin: server.origin, token: api.token });
    const { id: roleId } = await newRole(api, { isDefault: true });
    const post = async (path: string, body: object) => {
      const answer = await api.call('POST', path, body);
      expect(answer.status, answer.body).toBeLessThan(300);
      return answer.body ? (answer.json() as { id: string }) : undefined;
    };
    await asSuperuser(server.databaseUrl, async (client) => {
      const announced: string[] = [];
      client.on('notification', ({ payload = '' }) => announced.push(payload));
      await client.query('listen tessera_changes');

      expect(await imports.run('username\nann\nbob\n')).toMatchObject({ status: 'finished', createdCount: 2 });
      const assigned = await server.query('select from users_roles where role_id = $1', [roleId]);
      expect(assigned).toHaveLength(2);
      const user = await post('/users', { username: 'eve' });
      // No cache of this release reads organizations.
      const organization = await post('/organizations', { name: 'Announced' });
      await post(`/organizations/${organization?.id}/users`, { userIds: [user?.id] });
      expect((await api.call('PATCH', '/sign-in-exp', { signInMode: 'SignIn' })).status).toBe(200);

      // Notifications arrive in the order of the commits.
      await expect.poll(() => announced).toContain('default/signInExperiences');
      const ofTables = announced.filter((name) => !name.endsWith('/jobQueue'));
      expect(ofTables).toEqual(['default/organizations', 'default/signInExperiences']);
    });
  });
});
