// F03: what administrators do to users, each prepared for being sabotaged.
import type { ManagementApi } from '../harness/api.ts';
import { newRole } from '../harness/roles.ts';
import type { TestServer } from '../harness/server.ts';
import { demoApp, obtainTokens, password } from '../harness/sign-in.ts';
import { newUser } from '../harness/users.ts';
import type { Cases } from './failing-statements.test.ts';

export const userCases = (server: TestServer, api: ManagementApi): Cases => {
  let made = 0;
  /** Somebody who is signed in. */
  const signedIn = async (): Promise<string> => {
    made += 1;
    const username = `managed_${made}`;
    const { id } = await newUser(api, { username, password });
    await obtainTokens({ base: server.origin, client: demoApp(server.origin), username });
    return id;
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
    'user.suspension-updated': async () => {
      const id = await signedIn();
      return () => api.call('PATCH', `/users/${id}/is-suspended`, { isSuspended: true });
    },
    'user.deleted': async () => {
      const id = await signedIn();
      await api.call('POST', `/users/${id}/personal-access-tokens`, { name: 'Laptop' });
      return () => api.call('DELETE', `/users/${id}`);
    },
    'user.sessions-ended': async () => {
      const id = await signedIn();
      return () => api.call('DELETE', `/users/${id}/sessions`);
    },
    'user.session-ended': async () => {
      const id = await signedIn();
      const [session] = (await api.call('GET', `/users/${id}/sessions`)).json() as { id: string }[];
      return () => api.call('DELETE', `/users/${id}/sessions/${session?.id}`);
    },
  };
};
