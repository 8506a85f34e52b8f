// SMTP with a real mail server: STARTTLS, TLS, passwords and tokens.
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { type Providers, startProviders } from '../harness/providers.ts';
import { startMailServer } from '../harness/receivers.ts';
import { useServer } from '../harness/server.ts';

type MailServer = Awaited<ReturnType<typeof startMailServer>>;

const id = 'simple-mail-transfer-protocol';

describe("the operator's mail server", () => {
  it('sends for tenants with the built-in email service, under their name', async () => {
    const mail = await startMailServer();
    afterAll(() => mail.stop());
    const env = {
      SMTP_URL: `smtp://shop:secret@127.0.0.1:${mail.port}`,
      SMTP_FROM: 'Operator <post@operator.example>',
    };
    const api = await managementApi(await useServer({ env }));
    const config = {
      senderName: 'Zoë’s shop',
      companyInformation: 'Shop & Sons, 1 Street',
      appLogo: 'https://cdn.example.com/logo.png',
    };
    const created = await api.call('POST', '/connectors', { connectorId: 'tessera-email', config });
    expect(created.json()).toMatchObject({ type: 'Email', target: 'tessera-email', config });
    expect(outcome(await api.call('POST', '/verification-codes', { email: 'reader@example.com' }))).toEqual([204]);
    const sent = (mail.mails.at(-1) ?? '').replaceAll('=\r\n', '');
    expect(sent).toMatch(/^From: =\?UTF-8\?\w\?\S+ <post@operator\.example>/im);
    expect(sent).toContain('Shop & Sons, 1 Street');
    expect(sent).toContain('Shop &amp; Sons, 1 Street');
    expect(sent).toContain('src=3D"https://cdn.example.com/logo.png"');
    const details = { subject: 'Own {{code}}', content: '{{code}}', contentType: 'text/plain' };
    await api.call('PUT', '/email-templates', { templates: [{ languageTag: 'en', templateType: 'Generic', details }] });
    expect(outcome(await api.call('POST', '/verification-codes', { email: 'reader@example.com' }))).toEqual([204]);
    expect(mail.mails.at(-1)).toMatch(/^Subject: Own \d{6}/m);
  });
});

describe('SMTP', () => {
  let providers: Providers;
  let api: ManagementApi;
  let plain: MailServer;
  let upgraded: MailServer;
  let encrypted: MailServer;
  beforeAll(async () => {
    providers = await startProviders();
    const certificate = providers.certificateFor('smtp.example.com');
    plain = await startMailServer();
    upgraded = await startMailServer({ ...certificate, startTls: true });
    encrypted = await startMailServer({ ...certificate, secure: true });
    providers.forward('smtp.example.com', 25, plain.port);
    providers.forward('smtp.example.com', 587, upgraded.port);
    providers.forward('smtp.example.com', 465, encrypted.port);
    providers.forward('other.example.com', 587, upgraded.port);
    api = await managementApi(await useServer({ env: providers.env }));
  });
  afterAll(() => Promise.all([providers.stop(), plain.stop(), upgraded.stop(), encrypted.stop()]));

  const login = { type: 'login', user: 'shop', pass: 'secret' };
  const send = (change: object) =>
    api.call('POST', `/connectors/${id}/test`, {
      email: 'reader@example.com',
      config: {
        host: 'smtp.example.com',
        port: 587,
        auth: login,
        fromEmail: 'Bücher & Co <shop@example.com>',
        ...change,
      },
    });
  const failure = async (change: object) => {
    const answer = await send(change);
    const { code, details } = answer.json() as { code: string; details: string };
    return [answer.status, code, details];
  };

  it('sends the default email over STARTTLS, as HTML and plain text', async () => {
    expect(outcome(await send({ requireTLS: true }))).toEqual([204]);
    const mail = upgraded.mails.at(-1) ?? '';
    expect(upgraded.sessions.at(-1)).toMatchObject({ secure: true, method: 'PLAIN' });
    expect(mail).toContain('Content-Type: multipart/alternative');
    expect(mail).toContain('Content-Type: text/plain; charset=utf-8');
    expect(mail).toContain('Content-Type: text/html; charset=utf-8');
    expect(mail).toContain('Subject: 000000 is your verification code');
    expect(mail).toMatch(/^From: =\?UTF-8\?\w\?\S+ <shop@example\.com>/im);
  });

  it('accepts the long limits that mail libraries have by default', async () => {
    const limits = { connectionTimeout: 120_000, greetingTimeout: 30_000, socketTimeout: 600_000 };
    expect(outcome(await send({ requireTLS: true, ...limits }))).toEqual([204]);
  });

  it('uses TLS from the start, or none if the tenant insists', async () => {
    expect(outcome(await send({ port: 465, secure: true }))).toEqual([204]);
    expect(encrypted.sessions.at(-1)).toMatchObject({ secure: true });
    expect(outcome(await send({ port: 25, requireTLS: false }))).toEqual([204]);
    expect(plain.sessions.at(-1)).toMatchObject({ secure: false });
    expect(outcome(await send({ ignoreTLS: true }))).toEqual([401, 'connector.authorization_failed']);
  });

  it('requires TLS unless the configuration says otherwise, and sends no password without it', async () => {
    const before = plain.sessions.length;
    const refusal = [
      ...[400, 'connector.general'],
      expect.stringMatching(
        /^The mail server does not offer STARTTLS\. Use TLS from the start on port 465.* It answered 5\d\d /,
      ),
    ];
    expect(await failure({ port: 25 })).toEqual(refusal);
    expect(await failure({ port: 25, requireTLS: true })).toEqual(refusal);
    expect(plain.sessions.length).toBe(before);
  });

  it('requires TLS in new connectors, and leaves existing ones as they are', async () => {
    const config = { host: 'smtp.example.com', port: 25, auth: login, fromEmail: 'shop@example.com' };
    const create = async (more: object) => {
      const created = await api.call('POST', '/connectors', { connectorId: id, config: { ...config, ...more } });
      return created.json() as { id: string; config: object };
    };
    expect((await create({})).config).toEqual({ ...config, requireTLS: true });
    for (const more of [{ secure: true }, { ignoreTLS: true }, { requireTLS: false }]) {
      expect((await create(more)).config).toEqual({ ...config, ...more });
    }
    // As stored by an earlier release.
    const { id: existing } = await create({ requireTLS: false });
    const changed = await api.call('PATCH', `/connectors/${existing}`, { config });
    expect(changed.json()).toMatchObject({ config });
    expect(((await api.call('GET', `/connectors/${existing}`)).json() as { config: object }).config).toEqual(config);
    expect(outcome(await api.call('POST', '/verification-codes', { email: 'reader@example.com' }))).toEqual([204]);
    expect(outcome(await send({ port: 25 }))).toEqual([204]);
    expect(outcome(await api.call('DELETE', `/connectors/${existing}`))).toEqual([204]);
  });

  it('checks the certificate by name', async () => {
    expect(await failure({ host: 'other.example.com' })).toMatchObject([
      ...[400, 'connector.general', expect.stringMatching(/^TLS failed: /)],
    ]);
    const named = { host: 'other.example.com', tls: { servername: 'smtp.example.com' } };
    expect(outcome(await send(named))).toEqual([204]);
  });

  it('falls back to LOGIN where the server has nothing else', async () => {
    const old = await startMailServer({ methods: ['LOGIN'] });
    providers.forward('old.example.com', 25, old.port);
    const unencrypted = { host: 'old.example.com', port: 25, requireTLS: false };
    expect(outcome(await send(unencrypted))).toEqual([204]);
    expect(old.sessions.at(-1)).toMatchObject({ method: 'LOGIN' });
    const wrong = { ...login, pass: 'wrong' };
    expect(await failure({ ...unencrypted, auth: wrong })).toMatchObject([
      ...[401, 'connector.authorization_failed', expect.stringMatching(/^535 /)],
    ]);
    await old.stop();
  });

  it('signs in with tokens: given, refreshed, or for a service account', async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const grants: Record<string, string>[] = [];
    providers.on('oauth2.googleapis.com', ({ body, headers }) => {
      const grant = Object.fromEntries(new URLSearchParams(body));
      grants.push(grant);
      if (headers['content-type'] !== 'application/x-www-form-urlencoded') return { status: 415 };
      if (grant.refresh_token === 'revoked') return { status: 400, body: { error: 'invalid_grant' } };
      return { body: { access_token: 'fresh token', token_type: 'Bearer', expires_in: 3600 } };
    });
    const user = { type: 'OAuth2', user: 'shop@example.com' };
    expect(outcome(await send({ auth: { ...user, accessToken: 'fresh token' } }))).toEqual([204]);
    expect(upgraded.sessions.at(-1)).toMatchObject({ method: 'XOAUTH2', user: 'shop@example.com' });
    const client = { clientId: 'client', clientSecret: 'secret' };
    expect(outcome(await send({ auth: { ...user, ...client, refreshToken: 'long lived' } }))).toEqual([204]);
    expect(grants.at(-1)).toMatchObject({
      grant_type: 'refresh_token',
      refresh_token: 'long lived',
      client_id: 'client',
    });
    expect(outcome(await send({ auth: { ...user, serviceClient: 'robot', privateKey } }))).toEqual([204]);
    expect(grants.at(-1)?.grant_type).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    expect(outcome(await send({ auth: { ...user, refreshToken: 'revoked' } }))).toEqual([
      ...[401, 'connector.authorization_failed'],
    ]);
    expect(outcome(await send({ auth: { ...user, accessToken: 'stale token' } }))).toEqual([
      ...[401, 'connector.authorization_failed'],
    ]);
  });
});
