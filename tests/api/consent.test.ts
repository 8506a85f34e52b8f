// Consent: a third-party application asks, the user decides, and tokens carry the granted scopes.
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { outcome } from '../harness/interactions.ts';
import { addOrganization, addOrganizationRole, joinOrganization, scopeIds } from '../harness/organization-rows.ts';
import { addResource, addRole, giveRole, userIdOf } from '../harness/permissions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { redeem, refresh } from '../harness/session.ts';
import { authorizationUrl, demoApp, experience, obtainCode, pkce } from '../harness/sign-in.ts';
import { newVisitor, type Visitor } from '../harness/visitor.ts';

describe('consent', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let app: Application;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = server.base('default');
    await obtainCode({ base, client: demoApp(base), username: 'ada', register: true });
    app = await newApplication(api, { type: 'Traditional', isThirdParty: true });
    const added = await api.call('POST', `/applications/${app.id}/user-consent-scopes`, {
      userScopes: ['profile', 'email', 'custom_data'],
    });
    expect(added.status, added.body).toBe(201);
  });

  type Asked = { scope?: string; resources?: string[]; visitor?: Visitor; signIn?: boolean };
  /** Signs in and stops at the consent page. */
  const ask = async ({
    scope = 'openid offline_access profile email',
    resources = [],
    visitor = newVisitor(),
    signIn = true,
  }: Asked = {}) => {
    const { verifier, challenge } = pkce();
    const prompt = signIn ? 'login consent' : 'consent';
    const url = authorizationUrl({ base, client: app, scope, resources, prompt }, challenge);
    let landed = await visitor.follow(url, [app.redirectUri]);
    if (signIn && !landed.url.startsWith(app.redirectUri)) {
      landed = await visitor.follow(await experience(visitor, base).signIn('ada'), [app.redirectUri]);
    }
    const call = (method: string, json?: unknown) =>
      visitor.send(method, `${base}/api/interaction/consent`, json === undefined ? {} : { json });
    const agree = async (body: object = {}) => {
      const answer = await call('POST', body);
      expect(answer.status, answer.body).toBe(200);
      const { redirectTo } = answer.json() as { redirectTo: string };
      const { url: back } = await visitor.follow(redirectTo, [app.redirectUri]);
      return redeem(base, app, new URL(back).searchParams.get('code') ?? '', verifier);
    };
    return { visitor, landed, call, agree };
  };

  it('asks the user, then issues tokens with the granted scopes', async () => {
    const { landed, call, agree } = await ask();
    expect(landed.url).toBe(`${base}/consent`);
    expect(landed.answer?.status).toBe(200);
    const shown = await call('GET');
    expect(shown.json()).toEqual({
      application: { id: app.id, name: 'Traditional application' },
      user: {
        id: await userIdOf(server, 'default', 'ada'),
        name: null,
        avatar: null,
        username: 'ada',
        primaryEmail: null,
        primaryPhone: null,
      },
      missingOIDCScope: ['profile', 'email'],
      missingResourceScopes: [],
      redirectUri: app.redirectUri,
    });
    const { status, body } = await agree();
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.scope?.split(' ').sort()).toEqual(['email', 'offline_access', 'openid', 'profile']);
    expect(body.refresh_token).toBeTruthy();
    expect(decodeJwt(body.id_token ?? '')).toMatchObject({ aud: app.id, username: 'ada', email: null });
  });

  it('asks only for new scopes the next time', async () => {
    const first = await ask({ scope: 'openid profile' });
    await first.agree();
    const second = await ask({ scope: 'openid profile custom_data', visitor: first.visitor, signIn: false });
    expect((await second.call('GET')).json()).toMatchObject({ missingOIDCScope: ['custom_data'] });
    expect((await second.agree()).body.scope).toContain('custom_data');
  });

  it('A14 rejects a scope that is not configured for the application', async () => {
    const { landed } = await ask({ scope: 'openid profile phone' });
    expect(landed.url.startsWith(app.redirectUri)).toBe(true);
    expect(new URL(landed.url).searchParams.get('error')).toBe('invalid_scope');
  });

  it('A14 grants no API scope that is not configured for the application', async () => {
    const indicator = 'https://orders.example.com';
    const resourceId = await addResource(server, 'default', { indicator, scopes: ['read:orders'] });
    const roleId = await addRole(server, 'default', { resourceId, scopes: ['read:orders'] });
    await giveRole(server, 'default', roleId, { user: await userIdOf(server, 'default', 'ada') });
    const { call, agree } = await ask({ scope: 'openid profile read:orders', resources: [indicator] });
    expect((await call('GET')).json()).toMatchObject({ missingResourceScopes: [] });
    const { body } = await agree();
    expect(JSON.stringify(body)).not.toContain('read:orders');
  });

  it('grants the selected organizations, and another one when asked again', async () => {
    const indicator = 'https://plans.example.com';
    const userId = await userIdOf(server, 'default', 'ada');
    const resourceId = await addResource(server, 'default', { indicator, scopes: ['see', 'edit'] });
    const [edit = '', see = ''] = await scopeIds(server, 'default', resourceId, ['see', 'edit']);
    for (const [id, scope] of [
      ['north', see],
      ['south', edit],
      ['west', see],
    ] as const) {
      await addOrganization(server, 'default', { id, name: id });
      await addOrganizationRole(server, 'default', { id: `of-${id}`, resourceScopeIds: [scope] });
      if (id !== 'west') await joinOrganization(server, 'default', id, { user: userId, roles: [`of-${id}`] });
    }
    const organizations = 'urn:tessera:scope:organizations';
    await api.call('POST', `/applications/${app.id}/user-consent-scopes`, {
      userScopes: [organizations],
      organizationResourceScopes: [see, edit],
    });
    const request = { scope: `openid offline_access ${organizations} see edit`, resources: [indicator] };
    const first = await ask(request);
    const shown = (await first.call('GET')).json() as { organizations: { id: string }[] };
    expect(shown.organizations).toMatchObject([
      { id: 'north', name: 'north', missingResourceScopes: [{ resource: { indicator }, scopes: [{ name: 'see' }] }] },
      { id: 'south', name: 'south', missingResourceScopes: [{ resource: { indicator }, scopes: [{ name: 'edit' }] }] },
    ]);
    expect(outcome(await first.call('POST', { organizationIds: ['north', 'west'] }))).toEqual([
      422,
      'organization.require_membership',
    ]);
    const { body } = await first.agree({ organizationIds: ['north'] });
    const at = async (organization_id: string, token = body.refresh_token) => {
      const answer = await refresh(base, app, token, { resource: indicator, organization_id });
      return answer.body.error_description ?? answer.body.scope;
    };
    expect([await at('north'), await at('south')]).toEqual([
      'see',
      'organization access is not granted to the application',
    ]);
    const again = await ask({ ...request, visitor: first.visitor, signIn: false });
    expect(new URL(again.landed.url).pathname).toBe('/consent');
    expect((await again.call('GET')).json()).toMatchObject({
      organizations: [
        { id: 'north', isOpen: true },
        { id: 'south', isOpen: false },
      ],
    });
    const { body: more } = await again.agree({ organizationIds: ['south'] });
    expect([await at('north', more.refresh_token), await at('south', more.refresh_token)]).toEqual(['see', 'edit']);
  });

  it('is skipped for first-party applications', async () => {
    const { landed } = await obtainCode({ base, client: demoApp(base), username: 'ada' });
    expect(landed.url).toContain('/demo-app?code=');
  });

  it('is unavailable without an interaction or during another prompt', async () => {
    for (const method of ['GET', 'POST']) {
      const answer = await newVisitor().send(
        method,
        `${base}/api/interaction/consent`,
        method === 'POST' ? { json: {} } : {},
      );
      expect(outcome(answer)).toEqual([400, 'session.not_found']);
    }
    const visitor = newVisitor();
    await visitor.follow(authorizationUrl({ base, client: app }, pkce().challenge));
    for (const method of ['GET', 'POST']) {
      const answer = await visitor.send(
        method,
        `${base}/api/interaction/consent`,
        method === 'POST' ? { json: {} } : {},
      );
      expect(outcome(answer)).toEqual([400, 'session.not_found']);
    }
  });

  it('A44 rejects the code of a user suspended while the page was open', async () => {
    await obtainCode({ base, client: demoApp(base), username: 'grace', register: true });
    const visitor = newVisitor();
    const { challenge } = pkce();
    await visitor.follow(authorizationUrl({ base, client: app }, challenge), [app.redirectUri]);
    await visitor.follow(await experience(visitor, base).signIn('grace'), [app.redirectUri]);
    await server.query(`update users set is_suspended = true where tenant_id = 'default' and username = 'grace'`);
    const answer = await visitor.send('POST', `${base}/api/interaction/consent`, { json: {} });
    if (answer.status === 200) {
      const { redirectTo } = answer.json() as { redirectTo: string };
      const { url } = await visitor.follow(redirectTo, [app.redirectUri]);
      expect(new URL(url).searchParams.get('code')).toBeNull();
    } else {
      expect(answer.status).toBeLessThan(500);
    }
  });

  it('tells the application that the user refused, at an address that is still registered', async () => {
    const refused = await ask();
    const denied = await refused.call('DELETE');
    expect(denied.status, denied.body).toBe(200);
    const { redirectTo } = denied.json() as { redirectTo: string };
    const { url } = await refused.visitor.follow(redirectTo, [app.redirectUri]);
    expect(new URL(url).searchParams.get('error')).toBe('access_denied');
    const metadata = (redirectUris: string[]) =>
      api.call('PATCH', `/applications/${app.id}`, {
        oidcClientMetadata: { redirectUris, postLogoutRedirectUris: [] },
      });
    const hijacked = await ask();
    expect((await metadata(['https://other.example.com/'])).status).toBe(200);
    expect(outcome(await hijacked.call('DELETE'))).toEqual([400, 'oidc.invalid_redirect_uri']);
    await metadata([app.redirectUri]);
  });

  it('can only be refused where it is asked', async () => {
    const visitor = newVisitor();
    await visitor.follow(authorizationUrl({ base, client: app, prompt: 'login' }, pkce().challenge));
    const answer = await visitor.send('DELETE', `${base}/api/interaction/consent`);
    expect((answer.json() as { code: string }).code).toBe('session.not_found');
  });
});
