// Our own validators with almost valid tokens.
import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { machineCredentials, managementApi, managementResource } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { meResource, registerConsoleUser } from '../harness/console-user.ts';
import { userIdOf } from '../harness/permissions.ts';
import { sendRaw } from '../harness/raw.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { obtainTokens, type TokenSet, tokenRequest } from '../harness/sign-in.ts';
import { openedSecret } from '../harness/stored-secrets.ts';
import { badTokens, type Claims, type Forge, forge, goodToken, readKey } from './bad-tokens.ts';

type Target = 'Management API' | 'own account';

describe('token validation', () => {
  let server: TestServer;
  const parts: Record<Target, Forge> = {} as never;
  const paths: Record<Target, string> = { 'Management API': '/api/applications', 'own account': '/t/admin/me' };
  let userTokens: TokenSet;
  let consoleTokens: TokenSet;

  beforeAll(async () => {
    server = await useServer();
    const api = await managementApi(server);
    const keyOf = async (tenantId: string) => {
      const [row] = await server.query<{ value: unknown }>(
        `select value from tenant_configs where tenant_id = $1 and key = 'oidc.privateKeys'`,
        [tenantId],
      );
      type Key = { id: string; value: string };
      const [key] = await openedSecret<Key[]>(server, 'tenant_configs.value', row?.value, tenantId);
      return readKey(key as Key);
    };
    const [own, admin] = [await keyOf('default'), await keyOf('admin')];
    ({ tokens: consoleTokens } = await registerConsoleUser(server, 'root'));
    const now = Math.floor(Date.now() / 1000);
    const times = { iat: now, exp: now + 3600, jti: 'abcdef' };
    const issuer = (tenantId: string) => `${server.base(tenantId)}/oidc`;
    const machine = await newApplication(api, { type: 'MachineToMachine' });
    await api.call('PATCH', `/applications/${machine.clientId}`, { isAdmin: true });
    parts['Management API'] = {
      own,
      foreign: { ...own, privateKey: readKey(otherKey()).privateKey },
      foreignIssuer: `${server.origin}/t/other/oidc`,
      claims: {
        iss: issuer('default'),
        aud: managementResource('default'),
        sub: machine.clientId,
        client_id: machine.clientId,
        scope: 'all',
        ...times,
      },
    };
    parts['own account'] = {
      own: admin,
      foreign: own,
      foreignIssuer: issuer('default'),
      claims: {
        iss: issuer('admin'),
        aud: meResource,
        sub: await userIdOf(server, 'admin', 'root'),
        client_id: 'admin-console',
        scope: 'all',
        ...times,
      },
    };
    const spa = await newApplication(api, { type: 'SPA' });
    ({ tokens: userTokens } = await obtainTokens({
      base: server.base('default'),
      client: spa,
      username: 'user',
      register: true,
    }));
  });

  /** The key of an unknown tenant. */
  const otherKey = () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return { id: 'other', value: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
  };

  const call = async (target: Target, authorization: string | undefined, query = '') => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const { status, body } = await sendRaw(server, `${paths[target]}${query}`, { headers });
    return { status, code: status === 200 ? 'ok' : (JSON.parse(body) as { code: string }).code };
  };

  describe.each(['Management API', 'own account'] as const)('%s', (target) => {
    it('accepts the valid token that all others derive from', async () => {
      expect(await call(target, `Bearer ${goodToken(parts[target])}`)).toEqual({ status: 200, code: 'ok' });
    });

    it('A18 rejects every invalid token', async () => {
      const corpus = badTokens(parts[target]);
      expect(corpus.length).toBeGreaterThan(150);
      const opened: unknown[] = [];
      for (const [name, token] of corpus) {
        const { status, code } = await call(target, `Bearer ${token}`);
        if (status !== 401 || !code.startsWith('auth.')) opened.push([name, status, code]);
      }
      expect(opened).toEqual([]);
    });

    it('A18 rejects tokens for other purposes', async () => {
      const others = {
        'an ID token': userTokens.id_token,
        'an ID token of the console': consoleTokens.id_token,
        'an opaque access token': userTokens.access_token,
        'an access token of the console': consoleTokens.access_token,
        'a refresh token': userTokens.refresh_token,
        'a secret': (await machineCredentials(server)).clientSecret,
      };
      for (const [name, token] of Object.entries(others)) {
        expect([name, (await call(target, `Bearer ${token}`)).status]).toEqual([name, 401]);
      }
    });

    it('A18 a valid token without the scope gets nothing', async () => {
      const { own, claims } = parts[target];
      const scopes = [
        undefined,
        null,
        '',
        'ALL',
        'al',
        'all2',
        'allall',
        'openid',
        'a l l',
        ['all'],
        { all: true },
        1,
        'all\u0000',
        'аll',
        'all\tx',
        'all,read',
      ];
      for (const scope of scopes) {
        const header = { alg: 'ES256', typ: 'at+jwt', kid: own.id };
        const token = forge(header, { ...claims, scope } as Claims, own.privateKey);
        expect([scope, await call(target, `Bearer ${token}`)]).toEqual([
          scope,
          { status: 403, code: 'auth.forbidden' },
        ]);
      }
    });

    it('A18 accepts the token only from the header, in the right format', async () => {
      const good = goodToken(parts[target]);
      const headers = [
        undefined,
        '',
        ' ',
        'Bearer',
        'Bearer ',
        good,
        `Basic ${good}`,
        `Token ${good}`,
        `Bearer  ${good}`,
        `Bearer ${good} x`,
        `Bearer ${good},`,
        `Bearer,${good}`,
        `Bearer:${good}`,
        `Bearer\u00a0${good}`,
        `DPoP ${good}`,
        `Bearer ${encodeURIComponent(`${good}%`)}`,
      ];
      for (const header of headers) {
        const { status, code } = await call(target, header);
        expect([header, status, code.startsWith('auth.')]).toEqual([header, 401, true]);
      }
      for (const name of ['access_token', 'token', 'authorization', 'bearer']) {
        expect([name, (await call(target, undefined, `?${name}=${good}`)).status]).toEqual([name, 401]);
      }
      const cookie = await sendRaw(server, paths[target], {
        headers: { cookie: `access_token=${good}; Authorization=Bearer ${good}` },
      });
      expect(cookie.status).toBe(401);
    });
  });

  it("A19 rejects machine-to-machine tokens at a personal account, even with the user's ID", async () => {
    const userId = await userIdOf(server, 'admin', 'root');
    await server.query(
      `insert into applications (tenant_id, id, name, type) values ('admin', $1, 'Twin', 'MachineToMachine')`,
      [userId],
    );
    await server.query(
      `insert into roles (tenant_id, id, name, description, type) values ('admin', 'twins', 'twins', 'Twins', 'MachineToMachine')`,
    );
    await server.query(
      `insert into roles_scopes (tenant_id, role_id, scope_id) values ('admin', 'twins', 'me-api-all')`,
    );
    await server.query(
      `insert into applications_roles (tenant_id, application_id, role_id) values ('admin', $1, 'twins')`,
      [userId],
    );
    const admin = await managementApi(server, 'admin');
    const { value } = (await admin.call('POST', `/applications/${userId}/secrets`, { name: 'Twin' })).json() as {
      value: string;
    };
    const twin = { clientId: userId, redirectUri: '', clientSecret: value };
    const { body } = await tokenRequest(server.base('admin'), twin, {
      grant_type: 'client_credentials',
      resource: meResource,
      scope: 'all',
    });
    expect(body.scope).toBe('all');
    expect(await call('own account', `Bearer ${body.access_token}`)).toEqual({ status: 403, code: 'auth.forbidden' });
  });
});
