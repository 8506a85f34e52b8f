// Applications that register themselves (RFC 7591), with openid-client, and what the tenant's rules allow them.
import * as oidc from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi, managementResource } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { addOrganization, addOrganizationRole, joinOrganization } from '../harness/organization-rows.ts';
import { userIdOf } from '../harness/permissions.ts';
import { newResource } from '../harness/roles.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { redeem, refresh } from '../harness/session.ts';
import { authorizationUrl, demoApp, experience, obtainCode, pkce, tokenRequest } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

const redirectUri = 'http://127.0.0.1:33418/callback';
const indicator = 'https://mcp.example.com';

describe('self-registration', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  const rules = (changes: object) => api.call('PATCH', '/configs/client-registration', changes);
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = server.base('default');
    await obtainCode({ base, client: demoApp(base), username: 'ada', register: true });
    await newResource(api, indicator, ['read', 'write']);
  });
  const enable = async (changes: object = {}) => {
    const wanted = { isEnabled: true, redirectHosts: ['localhost', '*.example.com'], perHour: 1000, limit: 10_000 };
    const answer = await rules({ ...wanted, ...changes });
    expect(answer.status, answer.body).toBe(200);
  };
  const register = async (metadata: object) => {
    const response = await fetch(`${base}/oidc/reg`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(metadata),
    });
    const body = (await response.json()) as Record<string, unknown> & { client_id: string; error?: string };
    return { status: response.status, body };
  };
  const program = {
    client_name: 'Agent',
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };

  it('is off until an administrator turns it on, and then in the discovery document', async () => {
    const discovered = async () => {
      const response = await fetch(`${base}/oidc/.well-known/openid-configuration`);
      return ((await response.json()) as { registration_endpoint?: string }).registration_endpoint;
    };
    expect(await discovered()).toBeUndefined();
    expect((await register(program)).status).toBe(404);
    expect((await api.call('GET', '/configs/client-registration')).json()).toMatchObject({
      isEnabled: false,
      limit: 100,
    });
    await enable();
    expect(await discovered()).toBe(`${base}/oidc/reg`);
    await rules({ isEnabled: false });
    expect((await register(program)).status).toBe(404);
  });

  it('an agent registers, asks the user, and gets the permissions of the rules', async () => {
    const listed = (await api.call('GET', '/resources?includeScopes=true')).json() as {
      indicator: string;
      scopes: { id: string; name: string }[];
    }[];
    const scopes = listed.find(({ indicator: name }) => name === indicator)?.scopes ?? [];
    const read = scopes.find(({ name }) => name === 'read')?.id ?? '';
    await enable({ userScopes: ['profile'], scopeIds: [read] });
    const config = await oidc.dynamicClientRegistration(
      new URL(`${base}/oidc`),
      { ...program, scope: 'read write unknown' },
      oidc.None(),
      { execute: [oidc.allowInsecureRequests] },
    );
    const { client_id: id, scope } = config.clientMetadata();
    expect(scope).toBe('openid offline_access profile');
    expect((await api.call('GET', `/applications/${id}`)).json()).toMatchObject({
      ...{ name: 'Agent', type: 'Native', isThirdParty: true, isSelfRegistered: true },
    });
    const verifier = oidc.randomPKCECodeVerifier();
    const asked = oidc.buildAuthorizationUrl(config, {
      redirect_uri: 'http://127.0.0.1:50000/callback',
      scope: 'openid profile read write',
      resource: indicator,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const visitor = newVisitor();
    await visitor.follow(asked.href);
    const { url } = await visitor.follow(await experience(visitor, base).signIn('ada'));
    expect(url).toBe(`${base}/consent`);
    const granted = await visitor.send('POST', `${base}/api/interaction/consent`, { json: {} });
    const { redirectTo } = granted.json() as { redirectTo: string };
    const landed = await visitor.follow(redirectTo, ['http://127.0.0.1:50000/']);
    const tokens = await oidc.authorizationCodeGrant(config, new URL(landed.url), { pkceCodeVerifier: verifier });
    expect(tokens.claims()?.aud).toBe(id);
  });

  it('an agent asks for permissions in organizations', async () => {
    const organizations = 'urn:tessera:scope:organizations';
    const template = await api.call('POST', '/organization-scopes', { name: 'sign', description: 'Sign contracts' });
    const { id: sign } = template.json() as { id: string };
    const userId = await userIdOf(server, 'default', 'ada');
    const resource = (await api.call('GET', '/resources?includeScopes=true')).json() as {
      scopes: { id: string; name: string }[];
    }[];
    const read = resource.flatMap(({ scopes }) => scopes).find(({ name }) => name === 'read')?.id ?? '';
    await addOrganization(server, 'default', { id: 'north', name: 'North' });
    await addOrganizationRole(server, 'default', { id: 'signer', resourceScopeIds: [read] });
    await api.call('POST', '/organization-roles/signer/scopes', { organizationScopeIds: [sign] });
    await joinOrganization(server, 'default', 'north', { user: userId, roles: ['signer'] });
    const unknown = await rules({ organizationScopeIds: ['unknown'] });
    expect([unknown.status, unknown.body]).toEqual([422, expect.stringContaining('user_consent_scopes_not_found')]);
    await enable({
      ...{ userScopes: ['organizations'], scopeIds: [] },
      ...{ organizationScopeIds: [sign], organizationResourceScopeIds: [read] },
    });
    const { body } = await register(program);
    expect((await api.call('GET', `/applications/${body.client_id}/user-consent-scopes`)).json()).toMatchObject({
      ...{ userScopes: [organizations], resourceScopes: [], organizationScopes: [{ name: 'sign' }] },
      organizationResourceScopes: [{ scopes: [{ name: 'read' }] }],
    });
    const client = { clientId: body.client_id, clientSecret: '', redirectUri };
    const { verifier, challenge } = pkce();
    const resources = [indicator, 'urn:tessera:resource:organizations'];
    const scope = `openid offline_access ${organizations} sign read`;
    const visitor = newVisitor();
    await visitor.follow(authorizationUrl({ base, client, scope, resources, prompt: 'login consent' }, challenge));
    const { url } = await visitor.follow(await experience(visitor, base).signIn('ada'));
    expect(url).toBe(`${base}/consent`);
    const shown = (await visitor.get(`${base}/api/interaction/consent`)).json();
    expect(shown).toMatchObject({
      organizations: [{ id: 'north', missingResourceScopes: [{ scopes: [{ name: 'read' }] }] }],
      missingResourceScopes: [{ scopes: [{ name: 'sign', description: 'Sign contracts' }] }],
    });
    const json = { organizationIds: ['north'] };
    const granted = await visitor.send('POST', `${base}/api/interaction/consent`, { json });
    const { redirectTo } = granted.json() as { redirectTo: string };
    const landed = await visitor.follow(redirectTo, [redirectUri]);
    const code = new URL(landed.url).searchParams.get('code') ?? '';
    const { body: tokens } = await redeem(base, client, code, verifier);
    const of = (more: object) => refresh(base, client, tokens.refresh_token, { organization_id: 'north', ...more });
    const first = await of({});
    expect(first.body).toMatchObject({ scope: 'sign' });
    expect((await of({ resource: indicator })).body).toMatchObject({ scope: 'read' });

    // Permissions that are deleted later leave the rules.
    await api.call('DELETE', `/organization-scopes/${sign}`);
    expect((await rules({})).status).toBe(200);
    expect((await api.call('GET', '/configs/client-registration')).json()).toMatchObject({ organizationScopeIds: [] });
    expect((await register(program)).status).toBe(201);
  });

  it('takes registrations from the pages of any site, while it is on', async () => {
    const site = { origin: 'https://inspector.example.net' };
    const ask = () =>
      fetch(`${base}/oidc/reg`, {
        method: 'OPTIONS',
        headers: {
          ...site,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,mcp-protocol-version',
        },
      });
    const allowed = ({ headers }: Response) => headers.get('access-control-allow-origin');
    const send = (body: object) =>
      fetch(`${base}/oidc/reg`, {
        method: 'POST',
        headers: { ...site, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await enable();
    const preflight = await ask();
    expect([preflight.status, allowed(preflight)]).toEqual([204, '*']);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('POST');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('*');
    for (const answer of [preflight, await send(program)]) {
      expect(answer.headers.get('access-control-allow-credentials')).toBe(null);
    }
    const registered = await send(program);
    expect([registered.status, allowed(registered)]).toEqual([201, '*']);
    const refused = await send({ ...program, redirect_uris: ['https://evil.test/'] });
    expect([refused.status, allowed(refused)]).toEqual([400, '*']);
    const { client_id: id } = (await registered.json()) as { client_id: string };
    const read = await fetch(`${base}/oidc/reg/${id}`, { headers: site });
    expect([read.status, allowed(read)]).toEqual([401, null]);

    await rules({ isEnabled: false });
    for (const answer of [await ask(), await send(program)]) {
      expect([answer.status, allowed(answer)]).toEqual([404, null]);
    }
  });

  it('an application with a secret authenticates with it', async () => {
    await enable();
    const { status, body } = await register({
      ...{ redirect_uris: ['https://agent.example.com/callback'], client_name: 'Server', jwks_uri: 'http://10.0.0.1/' },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ client_secret_expires_at: 0, token_endpoint_auth_method: 'client_secret_basic' });
    expect(body).not.toHaveProperty('jwks_uri');
    const client = { clientId: body.client_id, clientSecret: String(body.client_secret), redirectUri: '' };
    const refresh = {
      grant_type: 'authorization_code',
      code: 'none',
      redirect_uri: 'https://agent.example.com/callback',
    };
    expect((await tokenRequest(base, client, refresh)).body.error).toBe('invalid_grant');
    const wrong = { ...client, clientSecret: 'guessed' };
    expect((await tokenRequest(base, wrong, refresh)).body.error).toBe('invalid_client');
    const [secret] = (await api.call('GET', `/applications/${body.client_id}/secrets`)).json() as { value: string }[];
    expect(secret?.value).toBe(body.client_secret);
  });

  it('registers an editor that asks for every grant it knows', async () => {
    await enable({ redirectHosts: ['localhost', 'vscode.dev', '*.vscode.dev'] });
    const { status, body } = await register({
      ...{ client_name: 'Visual Studio Code', client_uri: 'https://code.visualstudio.com' },
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code'],
      redirect_uris: [
        ...['https://insiders.vscode.dev/redirect', 'https://vscode.dev/redirect'],
        ...['http://127.0.0.1/', 'http://127.0.0.1:33418/'],
      ],
      ...{ token_endpoint_auth_method: 'none', application_type: 'native' },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.grant_types).toEqual(['authorization_code', 'refresh_token']);
    expect((await api.call('GET', `/applications/${body.client_id}`)).json()).toMatchObject({ type: 'Native' });
  });

  it.each([
    ['another host', { redirect_uris: ['https://evil.test/callback'] }, 'invalid_redirect_uri'],
    ['a host that only looks alike', { redirect_uris: ['https://notexample.com/callback'] }, 'invalid_redirect_uri'],
    ['http beyond the own computer', { redirect_uris: ['http://a.example.com/'] }, 'invalid_redirect_uri'],
    ['another host after sign-out', { post_logout_redirect_uris: ['https://evil.test/'] }, 'invalid_redirect_uri'],
    ['no address', { redirect_uris: [] }, 'invalid_redirect_uri'],
    ['a grant for machines', { grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    ['another way to authenticate', { token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata'],
    ['a name with a null character', { client_name: 'a\0b' }, 'invalid_client_metadata'],
    ['half a character', { client_name: '\ud83d' }, 'invalid_client_metadata'],
    ['a name that turns around', { client_name: 'Bank \u202egnorw' }, 'invalid_client_metadata'],
    ['a name that is too long', { client_name: 'x'.repeat(257) }, 'invalid_client_metadata'],
  ])('refuses %s', async (_, change, error) => {
    await enable();
    const { status, body } = await register({ ...program, ...change });
    expect([status, body.error]).toEqual([400, error]);
  });

  it('stops at the limits, at the same moment too', async () => {
    const count = async () => {
      const all = (await api.call('GET', '/applications')).json() as { isSelfRegistered: boolean }[];
      return all.filter(({ isSelfRegistered }) => isSelfRegistered).length;
    };
    const before = await count();
    await enable({ limit: before + 2 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => register(program)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    await enable({ perHour: 1 });
    expect((await register(program)).status).toBe(429);
    expect(await count()).toBe(before + 2);
  });

  const runDeletions = async () => {
    await server.query(`update job_queue set due_at = now() where kind = 'unused-applications'`);
    await server.query(`select pg_notify('tessera_changes', 'admin/jobQueue')`);
  };

  it('deletes applications that no one has used within a week', async () => {
    await enable();
    const registered = async () => (await register(program)).body.client_id;
    const [unused, recent, signedOut] = [await registered(), await registered(), await registered()];
    const visitor = newVisitor();
    const client = { clientId: signedOut, clientSecret: '', redirectUri };
    await visitor.follow(authorizationUrl({ base, client, scope: 'openid', resources: [] }, pkce().challenge));
    await visitor.follow(await experience(visitor, base).signIn('ada'));
    const granted = await visitor.send('POST', `${base}/api/interaction/consent`, { json: {} });
    await visitor.follow((granted.json() as { redirectTo: string }).redirectTo, [redirectUri]);
    // What proves the use now may be gone by then.
    await server.query(`delete from oidc_model_instances where payload ->> 'clientId' = $1`, [signedOut]);
    await server.query(`update applications set created_at = now() - interval '8 days' where id in ($1, $2)`, [
      ...[unused, signedOut],
    ]);
    await server.query(`update applications set created_at = now() - interval '6 days' where id = $1`, [recent]);
    const statusOf = async (id: string) => (await api.call('GET', `/applications/${id}`)).status;
    await eventually(
      async () => {
        await runDeletions();
        return (await statusOf(unused)) === 404;
      },
      { what: 'the deletion' },
    );
    expect([await statusOf(recent), await statusOf(signedOut)]).toEqual([200, 200]);
    expect(
      (await tokenRequest(base, { ...client, clientId: unused }, { grant_type: 'refresh_token' })).body.error,
    ).toBe('invalid_client');
    const [record] = await server.query(
      `select actor_type, operation from change_records where entity_id = $1 and after is null`,
      [unused],
    );
    expect(record).toEqual({ actor_type: 'system', operation: 'application.deleted' });
  });

  it('has room again when unused applications are deleted', async () => {
    await enable();
    const { body } = await register(program);
    const [{ count = 0 } = {}] = await server.query<{ count: number }>(
      'select count(*)::int as count from applications where is_self_registered',
    );
    await enable({ limit: count });
    expect((await register(program)).body.error).toBe('access_denied');
    await server.query(`update applications set created_at = now() - interval '8 days' where id = $1`, [
      body.client_id,
    ]);
    await eventually(
      async () => {
        await runDeletions();
        return (await register(program)).status === 201;
      },
      { what: 'room for another application' },
    );
  });

  it('registers programs with their own scheme, and single-page applications', async () => {
    await enable({ redirectHosts: ['cursor://', 'app.example.com'] });
    const cases = [
      { uri: 'cursor://agent/callback', type: 'Native' },
      { uri: 'https://app.example.com/callback', type: 'SPA' },
    ];
    for (const { uri, type } of cases) {
      const { status, body } = await register({ ...program, redirect_uris: [uri] });
      expect([uri, status]).toEqual([uri, 201]);
      expect((await api.call('GET', `/applications/${body.client_id}`)).json()).toMatchObject({ type });
      const renamed = await api.call('PATCH', `/applications/${body.client_id}`, { name: 'Renamed' });
      expect(renamed.status, renamed.body).toBe(200);
    }
  });

  it('its rules survive the deletion of a permission', async () => {
    await newResource(api, 'https://old.example.com', ['gone']);
    const all = (await api.call('GET', '/resources?includeScopes=true')).json() as {
      id: string;
      indicator: string;
      scopes: { id: string }[];
    }[];
    const old = all.find(({ indicator: name }) => name === 'https://old.example.com');
    const scopeIds = [old?.scopes[0]?.id ?? ''];
    await enable({ scopeIds });
    expect((await api.call('DELETE', `/resources/${old?.id}`)).status).toBe(204);
    // As the console sends it: everything, with what was loaded before.
    const saved = await rules({ isEnabled: false, scopeIds });
    expect([saved.status, saved.json()]).toEqual([200, expect.objectContaining({ isEnabled: false, scopeIds: [] })]);
    expect((await api.call('GET', '/configs/client-registration')).json()).toMatchObject({ scopeIds: [] });
  });

  it('its rules name permissions that exist, and never the Management API', async () => {
    const unknown = await rules({ scopeIds: ['unknown'] });
    expect((unknown.json() as { code: string }).code).toBe('application.user_consent_scopes_not_found');
    const all = (await api.call('GET', '/resources?includeScopes=true')).json() as {
      indicator: string;
      scopes: { id: string }[];
    }[];
    const management = all.find(({ indicator: name }) => name === managementResource('default'))?.scopes[0]?.id ?? '';
    const refused = await rules({ scopeIds: [management] });
    expect((refused.json() as { code: string }).code).toBe('application.consent_management_api_scopes_not_allowed');
    const host = await rules({ redirectHosts: ['https://example.com'] });
    expect(host.status).toBe(400);
  });
});
