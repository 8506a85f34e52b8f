// Organizations that a user opened to a third-party application: they close with its last grant, whichever way that ends,
// and only their user and administrators close them.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accounts, everyScope, type Person } from '../harness/account.ts';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { outcome } from '../harness/interactions.ts';
import { addOrganization, joinOrganization } from '../harness/organization-rows.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { redeem, refresh } from '../harness/session.ts';
import { authorizationUrl, experience, pkce, type TokenSet } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

const organizations = 'urn:tessera:scope:organizations';
const scope = `${everyScope} offline_access ${organizations}`;
type Organizations = { id: string; name: string }[];
type Grant = { id: string; application: { id: string; isThirdParty: boolean }; organizations: Organizations };
type Consent = { organizations: { id: string; isOpen: boolean }[] };

describe('organizations open to a third-party application', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let app: Application;
  let ada: Person;
  let bob: Person;
  let next = 0;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = server.base('default');
    await accounts(server).allow();
    bob = await accounts(server).person('bob');
    for (const id of ['north', 'south']) {
      await addOrganization(server, 'default', { id, name: id });
      await joinOrganization(server, 'default', id, { user: bob.id });
    }
    app = await newApplication(api, { type: 'Traditional', isThirdParty: true });
    const userScopes = scope.split(' ').filter((name) => !['openid', 'offline_access'].includes(name));
    await api.call('POST', `/applications/${app.id}/user-consent-scopes`, { userScopes });
  });
  beforeEach(async () => {
    next += 1;
    ada = await accounts(server).person(`ada_${next}`);
    for (const id of ['north', 'south']) await joinOrganization(server, 'default', id, { user: ada.id });
  });

  /** Signs in with a new browser and stops at the consent page. */
  const ask = async (person = ada) => {
    const visitor = newVisitor();
    const { verifier, challenge } = pkce();
    const url = authorizationUrl({ base, client: app, scope, prompt: 'login consent' }, challenge);
    await visitor.follow(url, [app.redirectUri]);
    await visitor.follow(await experience(visitor, base).signIn(person.username), [app.redirectUri]);
    const consent = `${base}/api/interaction/consent`;
    const agree = async (organizationIds: string[]): Promise<TokenSet> => {
      const agreed = await visitor.send('POST', consent, { json: { organizationIds } });
      expect(agreed.status, agreed.body).toBe(200);
      const { redirectTo } = agreed.json() as { redirectTo: string };
      const back = new URL((await visitor.follow(redirectTo, [app.redirectUri])).url);
      const { status, body } = await redeem(base, app, back.searchParams.get('code') ?? '', verifier);
      expect(status, JSON.stringify(body)).toBe(200);
      return body;
    };
    const openOnPage = async () => {
      const shown = (await visitor.send('GET', consent)).json() as Consent;
      return shown.organizations.flatMap(({ id, isOpen }) => (isOpen ? id : []));
    };
    return { agree, openOnPage };
  };
  const consentTo = async (organizationIds: string[], person = ada) => (await ask(person)).agree(organizationIds);
  const open = async (person = ada) => {
    const answer = await api.call('GET', `/applications/${app.id}/users/${person.id}/consent-organizations`);
    return (answer.json() as { organizations: Organizations }).organizations.map(({ id }) => id);
  };
  const grantIds = async () => {
    const grants = (await api.call('GET', `/users/${ada.id}/grants`)).json() as Grant[];
    return grants.filter(({ application }) => application.id === app.id).map(({ id }) => id);
  };
  const own = async (method: string, path: string) =>
    ada.call(method, `/my-account${path}`, undefined, await ada.proveByPassword());
  const expire = (userId: string) =>
    server.query(
      `update oidc_model_instances set expires_at = now() - interval '1 second'
       where account_id = $1 and model_name = 'Grant' and payload ->> 'clientId' = $2`,
      [userId, app.id],
    );

  const ends: Record<string, () => Promise<unknown>> = {
    'the user revokes the grant': async () => own('DELETE', `/grants/${(await grantIds())[0]}`),
    'the user revokes the application': () => own('DELETE', `/granted-applications/${app.id}`),
    'the user signs out everywhere else': () => own('DELETE', '/sessions'),
    'an administrator revokes the grant': async () =>
      api.call('DELETE', `/users/${ada.id}/grants/${(await grantIds())[0]}`),
    'an administrator revokes the application': () =>
      api.call('DELETE', `/users/${ada.id}/granted-applications/${app.id}`),
    'an administrator signs the user out': () => api.call('DELETE', `/users/${ada.id}/sessions`),
    'the user is suspended': () => api.call('PATCH', `/users/${ada.id}/is-suspended`, { isSuspended: true }),
    'an expired grant is deleted': async () => {
      await expire(ada.id);
      await server.query(`delete from oidc_model_instances where account_id = $1 and expires_at < now()`, [ada.id]);
    },
  };
  it.each(Object.entries(ends))('R151 are closed when %s', async (_, end) => {
    await consentTo(['north', 'south']);
    await consentTo(['south'], bob);
    expect(await open()).toEqual(['north', 'south']);
    await end();
    expect(await grantIds()).toEqual([]);
    expect(await open()).toEqual([]);
    expect(await open(bob)).toContain('south');
  });

  it('R151 stay open while another grant lives, and close with the last of several', async () => {
    await consentTo(['north']);
    await consentTo([]);
    const [first, second] = await grantIds();
    await api.call('DELETE', `/users/${ada.id}/grants/${first}`);
    expect(await open()).toEqual(['north']);
    await api.call('DELETE', `/users/${ada.id}/grants/${second}`);
    expect(await open()).toEqual([]);
  });

  it('R151 are closed when all grants are revoked at the same moment', async () => {
    for (let count = 0; count < 4; count += 1) await consentTo(['north']);
    const revoked = (await grantIds()).map((id) => api.call('DELETE', `/users/${ada.id}/grants/${id}`));
    expect((await Promise.all(revoked)).map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect(await open()).toEqual([]);
  });

  it('R151 of an expired grant are not opened again by a new consent', async () => {
    await consentTo(['north']);
    const living = await ask();
    expect(await living.openOnPage()).toEqual(['north']);
    await expire(ada.id);
    const again = await ask();
    expect(await again.openOnPage()).toEqual([]);
    const { refresh_token } = await again.agree(['south']);
    expect(await open()).toEqual(['south']);
    expect((await refresh(base, app, refresh_token, { organization_id: 'north' })).status).toBe(403);
    expect((await refresh(base, app, refresh_token, { organization_id: 'south' })).status).toBe(200);
  });

  it('are named in grants, and removed one by one', async () => {
    const { refresh_token } = await consentTo(['north', 'south']);
    const shown = (await ada.call('GET', '/my-account/grants')).json() as Grant[];
    expect(shown.filter(({ application }) => application.isThirdParty)).toMatchObject([
      {
        application: { id: app.id },
        organizations: [
          { id: 'north', name: 'north' },
          { id: 'south', name: 'south' },
        ],
      },
    ]);
    expect(shown.filter(({ application }) => !application.isThirdParty)).toMatchObject([{ organizations: [] }]);
    const path = `/granted-applications/${app.id}/organizations/north`;
    expect(outcome(await ada.call('DELETE', `/my-account${path}`))).toEqual([
      401,
      'verification_record.permission_denied',
    ]);
    expect((await own('DELETE', path)).status).toBe(204);
    expect(await open()).toEqual(['south']);
    const inNorth = await refresh(base, app, refresh_token, { organization_id: 'north' });
    expect([inNorth.status, inNorth.body.error]).toEqual([403, 'access_denied']);
    expect((await refresh(base, app, inNorth.body.refresh_token ?? refresh_token)).status).toBe(200);
  });

  it('revocations are in the log of the application', async () => {
    const logged = async () => {
      const answer = await api.call('GET', `/logs?applicationId=${app.id}&userId=${ada.id}`);
      const entries = answer.json() as { key: string; payload: Record<string, unknown> }[];
      return entries.filter(({ key }) => key.startsWith('Revoke'));
    };
    await consentTo(['north', 'south']);
    const [grantId] = await grantIds();
    await own('DELETE', `/granted-applications/${app.id}/organizations/north`);
    await api.call('DELETE', `/applications/${app.id}/users/${ada.id}/consent-organizations/south`);
    await own('DELETE', `/granted-applications/${app.id}`);
    await consentTo([]);
    await api.call('DELETE', `/users/${ada.id}/granted-applications/${app.id}`);
    await expect.poll(async () => (await logged()).length).toBe(4);
    const byAdministrator = { type: 'application' };
    expect(await logged()).toMatchObject([
      { key: 'RevokeToken', payload: { actor: byAdministrator } },
      { key: 'RevokeToken', payload: { grantIds: [grantId] } },
      { key: 'RevokeOrganization', payload: { organizationId: 'south', actor: byAdministrator } },
      { key: 'RevokeOrganization', payload: { organizationId: 'north' } },
    ]);
  });

  it('R152 of other users, and other applications, are not found', async () => {
    await consentTo(['north']);
    await consentTo(['south'], bob);
    const other = await newApplication(api, { type: 'Traditional', isThirdParty: true });
    const notFound = [404, 'entity.not_found'];
    for (const path of [
      `/granted-applications/${app.id}/organizations/south`,
      `/granted-applications/${app.id}/organizations/unknown`,
      `/granted-applications/${other.id}/organizations/north`,
      `/granted-applications/${bob.id}/organizations/north`,
      `/granted-applications/${other.id}`,
      '/granted-applications/unknown',
    ]) {
      expect([path, ...outcome(await own('DELETE', path))]).toEqual([path, ...notFound]);
    }
    const stranger = await accounts(server).person(`stranger_${next}`);
    const proof = await stranger.proveByPassword();
    for (const path of ['', '/organizations/north']) {
      const theirs = `/my-account/granted-applications/${app.id}${path}`;
      expect(outcome(await stranger.call('DELETE', theirs, undefined, proof))).toEqual(notFound);
      expect(outcome(await ada.call('DELETE', theirs, undefined, proof))).toEqual([
        401,
        'verification_record.permission_denied',
      ]);
    }
    for (const path of [
      `/users/${ada.id}/granted-applications/${other.id}`,
      `/users/${stranger.id}/granted-applications/${app.id}`,
      `/users/unknown/granted-applications/${app.id}`,
    ]) {
      expect([path, ...outcome(await api.call('DELETE', path))]).toEqual([path, ...notFound]);
    }
    expect([await open(), await grantIds()]).toEqual([['north'], [expect.any(String)]]);
    expect(await open(bob)).toContain('south');
  });

  it('R153 a third-party application neither closes nor opens them', async () => {
    const { access_token } = await consentTo(['north']);
    const call = accounts(server).callerWith(access_token);
    const proof = await ada.proveByPassword();
    for (const path of ['', '/organizations/north']) {
      const own = `/my-account/granted-applications/${app.id}${path}`;
      expect(outcome(await call('DELETE', own, undefined, proof))).toEqual([403, 'auth.forbidden']);
    }
    const asAdministrator = newVisitor({ authorization: `Bearer ${access_token}` });
    for (const [method, path] of [
      ['DELETE', `/users/${ada.id}/granted-applications/${app.id}`],
      ['DELETE', `/applications/${app.id}/users/${ada.id}/consent-organizations/north`],
      ['POST', `/applications/${app.id}/users/${ada.id}/consent-organizations`],
    ] as const) {
      const json = method === 'POST' ? { json: { organizationIds: ['south'] } } : {};
      expect((await asAdministrator.send(method, `${base}/api${path}`, json)).status).toBe(401);
    }
    expect(await open()).toEqual(['north']);
  });
});
