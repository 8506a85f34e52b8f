// Token endpoint: request formats and errors.
import { beforeAll, describe, expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { addResource } from '../harness/permissions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { authorizeAgain, redeem, tokensAgain } from '../harness/session.ts';
import { obtainTokens } from '../harness/sign-in.ts';
import { newVisitor, type Visitor } from '../harness/visitor.ts';

const [one, two] = ['https://one.example.com', 'https://two.example.com'] as const;

describe('requests and errors', () => {
  let server: TestServer;
  let base: string;
  let spa: Application;
  let machine: Application;
  let visitor: Visitor;

  beforeAll(async () => {
    server = await useServer();
    base = server.base('default');
    const api = await managementApi(server);
    spa = await newApplication(api, { type: 'SPA' });
    machine = await newApplication(api, { type: 'MachineToMachine' });
    for (const indicator of [one, two]) await addResource(server, 'default', { indicator, scopes: ['use'] });
    ({ visitor } = await obtainTokens({ base, client: spa, username: 'writer', register: true }));
  });

  const post = async (
    path: string,
    contentType: string,
    body: string | URLSearchParams | Buffer<ArrayBuffer>,
    headers: Record<string, string> = {},
  ) => {
    const answer = await fetch(`${base}/oidc${path}`, {
      method: 'POST',
      headers: { 'content-type': contentType, ...headers },
      body,
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
  };
  const form = 'application/x-www-form-urlencoded';
  const credentials = () => ({
    grant_type: 'client_credentials',
    client_id: machine.id,
    client_secret: machine.clientSecret,
    resource: one,
  });

  it('reads token requests as JSON too', async () => {
    const json = await post('/token', 'application/json', JSON.stringify(credentials()));
    expect([json.status, json.body]).toMatchObject([200, { token_type: 'Bearer', expires_in: 3600 }]);
    const withCharset = await post('/token', 'application/json; charset=utf-8', JSON.stringify(credentials()));
    expect(withCharset.status).toBe(200);
  });

  it.each([
    ['not JSON', '{'],
    ['an array', '[]'],
    ['null', 'null'],
    ['a number as value', '{"grant_type": 1}'],
    ['a nested object', '{"grant_type": {"a": "b"}}'],
    ['a doubled parameter', '{"grant_type": ["client_credentials", "client_credentials"]}'],
    ['too much', JSON.stringify({ grant_type: 'x'.repeat(60 * 1024) })],
  ])('refuses a JSON token request that is %s', async (_, body) => {
    const answer = await post('/token', 'application/json', body);
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
  });

  it('honours the charset of a form', async () => {
    const text = new URLSearchParams(credentials()).toString();
    const answer = await post('/token', `${form}; charset=utf-16le`, Buffer.from(text, 'utf16le'));
    expect(answer).toMatchObject({ status: 200 });
  });

  it('lists the accepted types when it gets another', async () => {
    const answer = await post('/token', 'text/plain', 'grant_type=client_credentials');
    expect([answer.status, answer.body]).toMatchObject([
      400,
      {
        error: 'invalid_request',
        error_description: 'only application/x-www-form-urlencoded content-type bodies are supported on POST /token',
      },
    ]);
  });

  it.each([
    ['repeated', { resources: [one, two] }],
    ['separated by commas', { resources: [`${one},${two}`] }],
  ])('accepts resources that are %s', async (_, request) => {
    const scope = 'openid offline_access use';
    for (const resource of [one, two]) {
      const tokens = await tokensAgain({ base, client: spa, visitor, scope, ...request, more: { resource } });
      const payload = JSON.parse(Buffer.from(tokens.access_token.split('.')[1] ?? '', 'base64url').toString());
      expect(payload.aud).toBe(resource);
    }
  });

  it("wraps every error, in the caller's language", async () => {
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'none', client_id: spa.id });
    const english = await post('/token', form, body);
    expect([english.status, english.body]).toEqual([
      400,
      {
        code: 'oidc.invalid_grant',
        message: expect.stringContaining('Sign in again'),
        error: 'invalid_grant',
        error_description: 'grant request is invalid',
        error_uri: 'https://openid.sh/debug/invalid_grant',
      },
    ]);
    expect(english.headers.get('cache-control')).toBe('no-store');
    const german = await post('/token', form, body, { 'accept-language': 'de-DE,de;q=0.9,en;q=0.5' });
    expect(german.body.message).toContain('Melden Sie sich erneut an');
    const unknownLanguage = await post('/token', form, body, { 'accept-language': 'tlh' });
    expect(unknownLanguage.body.message).toBe(english.body.message);
  });

  it('returns the plain OAuth body on request', async () => {
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'none', client_id: spa.id });
    const bare = await post('/token?parse_error=false', form, body);
    expect(bare.body).toEqual({ error: 'invalid_grant', error_description: 'grant request is invalid' });
  });

  it('reports a lost sign-in as a missing session', async () => {
    const lost = await fetch(`${base}/oidc/auth/0123456789abcdefghijk`, { redirect: 'manual' });
    expect([lost.status, await lost.json()]).toMatchObject([
      400,
      { code: 'session.not_found', error: 'invalid_request' },
    ]);
  });

  it('shows users the error page, and informs the application if possible', async () => {
    const query = new URLSearchParams({ client_id: 'nobody', response_type: 'code', scope: 'openid' });
    const page = await newVisitor().get(`${base}/oidc/auth?${query}`, { accept: 'text/html' });
    expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    const { response } = await authorizeAgain({
      base,
      client: spa,
      visitor,
      scope: 'openid',
      resources: ['https://no.example.com'],
    });
    expect(response.get('error')).toBe('invalid_target');
  });

  it('identifies unknown clients, grants and endpoints', async () => {
    const refreshing = { grant_type: 'refresh_token', refresh_token: 'x' };
    const cases = [
      // The same error as for a wrong secret, so that application IDs can't be probed.
      [{ ...refreshing, client_id: 'nobody' }, 401, 'invalid_client', 'client authentication failed'],
      [refreshing, 400, 'invalid_request', 'no client authentication mechanism provided'],
      [{ client_id: spa.id }, 400, 'invalid_request', "missing required parameter 'grant_type'"],
      [{ client_id: spa.id, grant_type: 'magic' }, 400, 'unsupported_grant_type', 'unsupported grant_type requested'],
      [
        { client_id: spa.id, grant_type: 'refresh_token' },
        400,
        'invalid_request',
        "missing required parameter 'refresh_token'",
      ],
    ] as const;
    for (const [fields, expected, error, error_description] of cases) {
      const { status, body } = await post('/token', form, new URLSearchParams(fields as Record<string, string>));
      expect([status, body]).toMatchObject([expected, { error, error_description, code: `oidc.${error}` }]);
    }
    const nowhere = await fetch(`${base}/oidc/nowhere`);
    expect([nowhere.status, await nowhere.json()]).toMatchObject([
      404,
      { code: expect.any(String), message: expect.any(String) },
    ]);
  });

  it('uses a code once, and revokes its tokens when it is reused', async () => {
    const { response, verifier } = await authorizeAgain({ base, client: spa, visitor });
    const code = response.get('code') ?? '';
    const first = await redeem(base, spa, code, verifier);
    expect(first.status).toBe(200);
    expect((await redeem(base, spa, code, verifier)).body.error).toBe('invalid_grant');
    const userinfo = await fetch(`${base}/oidc/me`, {
      headers: { authorization: `Bearer ${first.body.access_token}` },
    });
    expect(userinfo.status).toBe(401);
  });
});
