// The cloud API for callers without access: other members, other token types, anonymous.
import { beforeAll, describe, expect, it } from 'vitest';
import { managementToken } from '../harness/api.ts';
import { callerWith, cloudResource, meResource, registerConsoleUser } from '../harness/console-user.ts';
import { filled, isCloud, operations, writes } from '../harness/contract.ts';
import { outcome } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { refresh, tokensAgain } from '../harness/session.ts';
import { obtainTokens } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

const closed = operations.filter((one) => isCloud(one) && one.resource.access !== 'cloudPublic');
const management = operations.filter(({ resource }) => resource.access === 'management');

describe('cloud API', () => {
  let server: TestServer;
  let tokens: Record<'me' | 'cloud' | 'management', string>;
  let ids: Record<string, string>;
  beforeAll(async () => {
    server = await useServer({ edition: 'cloud' });
    const owner = await registerConsoleUser(server, 'owner', [cloudResource]);
    const create = callerWith(server, await owner.accessToken(cloudResource));
    const { id: tenantId } = (await create('POST', '/api/tenants', {})).json() as { id: string };
    const [user] = await server.query<{ id: string }>(`select id from users where username = 'owner'`);
    ids = { tenantId, userId: user?.id ?? '' };
    const stranger = await registerConsoleUser(server, 'stranger', [meResource, cloudResource]);
    tokens = {
      me: await stranger.accessToken(meResource),
      cloud: await stranger.accessToken(cloudResource),
      management: await managementToken(server, tenantId),
    };
  });
  const as = (token: string | undefined) => newVisitor(token ? { authorization: `Bearer ${token}` } : {});

  it.each(closed)('A56 rejects anonymous callers: $label', async (one) => {
    const answer = await as(undefined).send(
      one.operation.method,
      `${server.origin}${filled(one.path, ids)}`,
      writes(one) ? { json: {} } : {},
    );
    expect(outcome(answer)).toEqual([401, 'auth.authorization_header_missing']);
  });

  it.each(closed)('A55 rejects tokens for other resources: $label', async (one) => {
    const wrong = one.resource.access === 'cloud' ? [tokens.me, tokens.management] : Object.values(tokens);
    for (const token of wrong) {
      const answer = await as(token).send(
        one.operation.method,
        `${server.origin}${filled(one.path, ids)}`,
        writes(one) ? { json: {} } : {},
      );
      expect(outcome(answer)).toEqual([401, 'auth.unauthorized']);
    }
  });

  it.each(management)("A55 does not manage another user's tenant: $label", async (one) => {
    for (const [token, code] of [
      [undefined, 'auth.authorization_header_missing'],
      ...Object.values(tokens).map((value) => [value, 'auth.unauthorized'] as const),
    ] as const) {
      const url = `${server.origin}/m/${ids.tenantId}${filled(one.path)}`;
      const answer = await as(token).send(one.operation.method, url, writes(one) ? { json: {} } : {});
      expect(outcome(answer), one.label).toEqual([401, code]);
    }
  });

  it.each(['suspended', 'deleted'])('A44 rejects the token of a user %s since', async (what) => {
    const username = `${what}_person`;
    const resources = [meResource, cloudResource, 'urn:tessera:resource:organizations'];
    const scope = 'openid offline_access all create:tenant urn:tessera:scope:organizations read:data';
    const client = { clientId: 'admin-console', redirectUri: `${server.origin}/callback` };
    const person = { base: server.base('admin'), client, username, scope, resources };
    const { tokens: first, visitor } = await obtainTokens({ ...person, register: true });
    const cloud = await refresh(person.base, client, first.refresh_token, { resource: cloudResource });
    const { id } = (await callerWith(server, cloud.body.access_token)('POST', '/api/tenants', {})).json() as {
      id: string;
    };
    const again = await tokensAgain({ ...person, visitor });
    const member = await refresh(person.base, client, again.refresh_token, { organization_id: `t-${id}` });
    const statuses = async () => [
      (await callerWith(server, cloud.body.access_token)('GET', '/api/tenants')).status,
      (await callerWith(server, member.body.access_token)('GET', `/m/${id}/api/applications`)).status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    await server.query(
      what === 'suspended'
        ? `update users set is_suspended = true where username = $1`
        : `delete from users where username = $1`,
      [username],
    );
    expect(await statuses()).toEqual([401, 401]);
  });
});
