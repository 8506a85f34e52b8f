// Discovery: one document per tenant, independent of the caller.
import { beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '../harness/raw.ts';
import { type TestServer, useServer } from '../harness/server.ts';

const document = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/me`,
  jwks_uri: `${issuer}/jwks`,
  introspection_endpoint: `${issuer}/token/introspection`,
  revocation_endpoint: `${issuer}/token/revocation`,
  device_authorization_endpoint: `${issuer}/device/auth`,
  dpop_signing_alg_values_supported: ['ES256', 'Ed25519', 'EdDSA'],
  end_session_endpoint: `${issuer}/session/end`,
  pushed_authorization_request_endpoint: `${issuer}/request`,
  authorization_response_iss_parameter_supported: true,
  backchannel_logout_session_supported: true,
  backchannel_logout_supported: true,
  claim_types_supported: ['normal'],
  claims_parameter_supported: false,
  claims_supported: [
    ...['sub', 'sid', 'auth_time', 'iss', 'name', 'family_name', 'given_name', 'middle_name', 'nickname'],
    ...[
      'preferred_username',
      'profile',
      'picture',
      'website',
      'gender',
      'birthdate',
      'zoneinfo',
      'locale',
      'updated_at',
    ],
    ...[
      'username',
      'created_at',
      'email',
      'email_verified',
      'phone_number',
      'phone_number_verified',
      'address',
      'roles',
    ],
    ...['custom_data', 'identities', 'sso_identities', 'organizations', 'organization_data', 'organization_roles'],
  ],
  code_challenge_methods_supported: ['S256'],
  grant_types_supported: [
    'authorization_code',
    'refresh_token',
    'client_credentials',
    'urn:ietf:params:oauth:grant-type:device_code',
    'urn:ietf:params:oauth:grant-type:token-exchange',
  ],
  id_token_signing_alg_values_supported: ['ES256'],
  request_uri_parameter_supported: false,
  response_modes_supported: ['form_post', 'fragment', 'query'],
  response_types_supported: ['code'],
  scopes_supported: [
    ...['openid', 'offline_access', 'profile', 'email', 'phone', 'address', 'roles', 'custom_data', 'identities'],
    ...['urn:tessera:scope:organizations', 'urn:tessera:scope:organization_roles'],
  ],
  subject_types_supported: ['public'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
});

describe('discovery', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await useServer();
  });
  const address = (tenantId: string) => `${server.base(tenantId)}/oidc/.well-known/openid-configuration`;

  it.each(['default', 'admin'])('T05 publishes exactly this for tenant %s', async (tenantId) => {
    const answer = await fetch(address(tenantId));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(await answer.json()).toEqual(document(`${server.base(tenantId)}/oidc`));
  });

  it('T05 takes no URL from the request', async () => {
    const lies: Record<string, string>[] = [
      { host: 'evil.example' },
      { host: `localhost:${server.port}`, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      { host: `localhost:${server.port}`, forwarded: 'host=evil.example;proto=https' },
      {
        host: `localhost:${server.port}`,
        'x-original-url': '/evil',
        'x-rewrite-url': '/evil',
        'x-forwarded-prefix': '/evil',
      },
    ];
    for (const headers of lies) {
      const { body } = await sendRaw(server, '/oidc/.well-known/openid-configuration', { headers });
      expect(JSON.parse(body)).toEqual(document(`${server.base('default')}/oidc`));
    }
  });

  it('publishes public keys only, of this tenant only', async () => {
    const keysOf = async (tenantId: string) =>
      ((await (await fetch(`${server.base(tenantId)}/oidc/jwks`)).json()) as { keys: Record<string, string>[] }).keys;
    const [own, admin] = [await keysOf('default'), await keysOf('admin')];
    for (const key of [...own, ...admin]) {
      expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
      expect(key).toMatchObject({ alg: 'ES256', crv: 'P-256', kty: 'EC', use: 'sig' });
    }
    expect(own.map(({ x }) => x)).not.toEqual(admin.map(({ x }) => x));
  });

  it.each(['/.well-known/openid-configuration', '/jwks'])('answers %s with 304 when unchanged', async (path) => {
    const url = `${server.base('default')}/oidc${path}`;
    const tag = (await fetch(url)).headers.get('etag') ?? '';
    expect(tag).not.toBe('');
    const again = await fetch(url, { headers: { 'if-none-match': tag, 'cache-control': 'max-age=60' } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const other = await fetch(url, { headers: { 'if-none-match': '"other"', 'cache-control': 'max-age=60' } });
    expect(other.status).toBe(200);
  });

  it('has no document for a tenant that does not exist', async () => {
    expect((await fetch(address('nobody'))).status).toBe(404);
  });
});
