// Acting as a user: tokens exchanged for a subject token with a reason name who acts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { auditLogWritten } from '../harness/audit-log.ts';
import { addResource, addRole, giveRole, userIdOf } from '../harness/permissions.ts';
import { type ResourceServer, startResourceServer } from '../harness/resource-server.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { tokensAgain } from '../harness/session.ts';
import { obtainTokens, tokenRequest } from '../harness/sign-in.ts';
import type { Visitor } from '../harness/visitor.ts';

const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';
const tickets = 'https://tickets.example.com';

describe('impersonation', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let app: Application;
  let spa: Application;
  let userId: string;
  let agentId: string;
  let agent: Visitor;
  let shop: ResourceServer;

  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = server.base('default');
    app = await newApplication(api, { type: 'Traditional' });
    spa = await newApplication(api, { type: 'SPA' });
    await obtainTokens({ base, client: spa, username: 'customer', register: true });
    ({ visitor: agent } = await obtainTokens({ base, client: spa, username: 'agent', register: true }));
    [userId, agentId] = [await userIdOf(server, 'default', 'customer'), await userIdOf(server, 'default', 'agent')];
    const resourceId = await addResource(server, 'default', { indicator: tickets, scopes: ['read'] });
    const roleId = await addRole(server, 'default', { resourceId, scopes: ['read'] });
    await giveRole(server, 'default', roleId, { user: userId });
    shop = await startResourceServer(`${base}/oidc`, tickets);
  });
  afterAll(() => shop.stop());

  const subjectToken = async (reason: string): Promise<string> => {
    const answer = await api.call('POST', '/subject-tokens', { userId, reason });
    expect(answer.status, answer.body).toBe(201);
    return (answer.json() as { subjectToken: string }).subjectToken;
  };
  /** The claims of the exchanged token, as the API reads them. */
  const exchange = async (subject_token: string, more: Record<string, string> = {}) => {
    const { body } = await tokenRequest(base, app, {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token,
      subject_token_type: accessTokenType,
      resource: tickets,
      scope: 'read',
      ...more,
    });
    return (await shop.call(body.access_token)).claims;
  };

  it('names who acts as a user, and the reason', async () => {
    const reason = 'Ticket 4711: cannot see invoices';
    expect(await exchange(await subjectToken(reason))).toMatchObject({ sub: userId, act: { sub: 'm-default' } });

    await auditLogWritten(server);
    for (const key of ['Impersonation.Start', 'ExchangeTokenBy.TokenExchange']) {
      const list = await api.call('GET', `/logs?userId=${userId}&logKey=${key}`);
      const [entry] = list.json() as { id: string; payload: object }[];
      const actor = { type: 'application', id: 'm-default' };
      expect(entry?.payload, key).toMatchObject({ result: 'Success', reason, userId, actor });
      const single = await api.call('GET', `/logs/${entry?.id}`);
      expect(single.json()).toMatchObject({ payload: { actor: { ...actor, name: expect.any(String) } } });
    }
  });

  it('R35 a script cannot remove or forge who acts as a user', async () => {
    const script = "const getCustomJwtClaims = async () => ({ act: { sub: 'nobody' }, added: true });";
    const path = '/configs/jwt-customizer/access-token';
    expect((await api.call('PUT', path, { script })).status).toBe(201);
    const claims = await exchange(await subjectToken('Ticket 4713'));
    await api.call('DELETE', path);
    expect(claims).toMatchObject({ added: true, act: { sub: 'm-default' } });
  });

  it('nests the creator of the subject token in the actor of the exchange', async () => {
    const own = await tokensAgain({ base, client: spa, visitor: agent, scope: 'openid' });
    const actor = { actor_token: own.access_token, actor_token_type: accessTokenType };
    const claims = await exchange(await subjectToken('Ticket 4712'), actor);
    expect(claims).toMatchObject({ act: { sub: agentId, act: { sub: 'm-default' } } });
  });

  it.each([
    ['', 'empty'],
    ['x'.repeat(257), 'too long'],
  ])('refuses the reason %j: %s', async (reason) => {
    const answer = await api.call('POST', '/subject-tokens', { userId, reason });
    expect([answer.status, answer.json()]).toMatchObject([400, { code: 'guard.invalid_input' }]);
  });
});
