// F03: administrators' changes of users, to be sabotaged.
import type { ManagementApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { newRole } from '../harness/roles.ts';
import type { TestServer } from '../harness/server.ts';
import { demoApp, obtainTokens, password } from '../harness/sign-in.ts';
import { bulkActions } from '../harness/user-bulk-actions.ts';
import { addDevice } from '../harness/user-rows.ts';
import { newUser } from '../harness/users.ts';
import type { Cases } from './failing-statements.test.ts';

export const userCases = (server: TestServer, api: ManagementApi): Cases => {
  let made = 0;
  /** A signed-in user. */
  const signedIn = async (): Promise<string> => {
    made += 1;
    const username = `managed_${made}`;
    const { id } = await newUser(api, { username, password });
    await obtainTokens({ base: server.origin, client: demoApp(server.origin), username });
    return id;
  };
  const withDevice = async () => {
    made += 1;
    const { id: userId } = await newUser(api, { username: `managed_${made}` });
    return { userId, id: await addDevice(server, userId) };
  };
  return {
    'user.created': async () => {
      await newRole(api, { isDefault: true });
      return () => api.call('POST', '/users', { username: 'wanted', password });
    },
    'user.password-updated': async () => {
      const id = await signedIn();
      return () => api.call('PATCH', `/users/${id}/password`, { password: 'another' });
    },
    'user.password-link-sent': async () => {
      const { id } = await newUser(api, { primaryEmail: 'linked@example.com' });
      return () => api.call('POST', `/users/${id}/password-link`);
    },
    'user.suspension-updated': async () => {
      const id = await signedIn();
      return () => api.call('PATCH', `/users/${id}/is-suspended`, { isSuspended: true });
    },
    'user.deleted': async () => {
      const id = await signedIn();
      await api.call('POST', `/users/${id}/personal-access-tokens`, { name: 'Laptop' });
      return () => api.call('DELETE', `/users/${id}`);
    },
    'user-bulk-action.created': async () => {
      const userIds = [await signedIn()];
      return async () => {
        const answer = await bulkActions(api).start({ action: 'suspend', userIds });
        // Awaited so that nothing is being written when the next case starts.
        await eventually(
          async () => (await server.query(`select from jobs where kind = 'user-bulk-action'`)).length === 0,
        );
        return answer;
      };
    },
    'user-bulk-action.cancelled': async () => {
      await server.query(
        `insert into user_bulk_actions (tenant_id, id, action, status, user_count, actor_type)
         values ('default', 'waiting', 'suspend', 'running', 1, 'system') on conflict (tenant_id, id) do update set status = 'running'`,
      );
      return () => api.call('POST', '/user-bulk-actions/waiting/cancel');
    },
    'user.sessions-ended': async () => {
      const id = await signedIn();
      return () => api.call('DELETE', `/users/${id}/sessions`);
    },
    'user.devices-forgotten': async () => {
      const { userId } = await withDevice();
      return () => api.call('DELETE', `/users/${userId}/remembered-devices`);
    },
    'user.device-forgotten': async () => {
      const { userId, id } = await withDevice();
      return () => api.call('DELETE', `/users/${userId}/remembered-devices/${id}`);
    },
    'user.session-ended': async () => {
      const id = await signedIn();
      const [session] = (await api.call('GET', `/users/${id}/sessions`)).json() as { id: string }[];
      return () => api.call('DELETE', `/users/${id}/sessions/${session?.id}`);
    },
  };
};
