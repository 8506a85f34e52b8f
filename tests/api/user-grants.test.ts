// Applications with access to a user's account, as administrators see and revoke them.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { userIdOf } from '../harness/permissions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { obtainTokens, tokenRequest } from '../harness/sign-in.ts';

type Grant = { id: string; application: { id: string; name: string }; scopes: string[]; hasRefreshToken: boolean };

describe('grants of users', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let app: Application;
  let userId: string;
  let refreshToken: string;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = server.base('default');
    app = await newApplication(api, { type: 'SPA', name: 'Shop' });
    const { tokens } = await obtainTokens({ base, client: app, username: 'ada', register: true });
    refreshToken = tokens.refresh_token ?? '';
    userId = await userIdOf(server, 'default', 'ada');
  });
  const list = async (id = userId) => {
    const answer = await api.call('GET', `/users/${id}/grants`);
    return { answer, grants: answer.status === 200 ? (answer.json() as Grant[]) : [] };
  };
  const refresh = () => tokenRequest(base, app, { grant_type: 'refresh_token', refresh_token: refreshToken });

  it('are listed with their application, scopes and date', async () => {
    const { answer, grants } = await list();
    expect(answer.headers.get('total-number')).toBe('1');
    expect(grants).toMatchObject([
      {
        application: { id: app.id, name: 'Shop', isThirdParty: false },
        scopes: ['openid', 'offline_access', 'profile'],
        hasRefreshToken: true,
        grantedAt: expect.any(Number),
      },
    ]);
  });

  it('of other users and unknown ones are not found', async () => {
    const { grants } = await list();
    expect((await list('unknown')).answer.status).toBe(404);
    const other = await api.call('POST', '/users', { username: 'bob' });
    const { id } = other.json() as { id: string };
    expect((await list(id)).grants).toEqual([]);
    expect((await api.call('DELETE', `/users/${id}/grants/${grants[0]?.id}`)).status).toBe(404);
    expect((await api.call('DELETE', `/users/${userId}/grants/unknown`)).status).toBe(404);
    expect((await list()).grants).toHaveLength(1);
  });

  it('end with their tokens when they are revoked', async () => {
    const first = await refresh();
    expect(first.status).toBe(200);
    refreshToken = first.body.refresh_token ?? '';
    const authorization = `Bearer ${first.body.access_token}`;
    const userinfo = () => fetch(`${base}/oidc/me`, { headers: { authorization } });
    expect((await userinfo()).status).toBe(200);
    const [grant] = (await list()).grants;
    expect((await api.call('DELETE', `/users/${userId}/grants/${grant?.id}`)).status).toBe(204);
    expect((await list()).grants).toEqual([]);
    expect((await refresh()).body.error).toBe('invalid_grant');
    expect((await userinfo()).status).toBe(401);
  });
});
