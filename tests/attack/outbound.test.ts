// R03 and S8: for any connector configuration, connections only go to addresses checked by the outbound gate.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { builtInConnectors, namespacedConnectors } from '@tessera/connectors/built-in';
import { allSsoProviders } from '@tessera/connectors/sso/sso-providers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { counterparts } from '../connectors/support/counterparts.ts';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { hostileVariants, looseObjects, type Variant } from '../harness/hostile-config.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
import { startMailServer } from '../harness/receivers.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { newSsoConnector } from '../harness/sso-connectors.ts';
import { startTraps, type Traps } from '../harness/traps.ts';

const smtp = 'simple-mail-transfer-protocol';
const allConnectors = [...builtInConnectors, ...namespacedConnectors('tessera')];
/** Social ones are called by tests/connectors. */
const messageConnectors = allConnectors.filter(({ type }) => type !== 'Social');
const to = { email: 'reader@example.com', phone: '4915112345678' };

/** A web server that accepts messages, issues mail tokens, and returns internal addresses in discovery. */
const startWebServer = async (traps: Traps) => {
  const asked: { path: string; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    asked.push({ path, body: await text(request) });
    const json = (body: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (path === '/token') return json({ access_token: 'fresh token', expires_in: 300 });
    if (path === '/redirect') return response.writeHead(307, { location: traps.url }).end();
    if (path === '/failing') return response.writeHead(500).end(traps.secret);
    if (path.endsWith('/.well-known/openid-configuration')) {
      const issuer = `http://localhost:${port}`;
      const endpoints = { authorization_endpoint: `${issuer}/authorize`, token_endpoint: traps.url };
      return json({ issuer, ...endpoints, jwks_uri: traps.url, userinfo_endpoint: traps.url });
    }
    return response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { asked, url: `http://localhost:${port}`, stop: () => new Promise((resolve) => server.close(resolve)) };
};

describe('outgoing connections of connectors', () => {
  let server: TestServer;
  let api: ManagementApi;
  let traps: Traps;
  let mail: Awaited<ReturnType<typeof startMailServer>>;
  let plainMail: Awaited<ReturnType<typeof startMailServer>>;
  let web: Awaited<ReturnType<typeof startWebServer>>;
  beforeAll(async () => {
    traps = await startTraps();
    [mail, plainMail, web] = [
      await startMailServer({ secure: true }),
      await startMailServer(),
      await startWebServer(traps),
    ];
    // The host name is allowed, so the peers are reachable by name; their address, shared by the traps, is not.
    server = await useServer({ env: { OUTBOUND_ALLOW: 'localhost' } });
    api = await managementApi(server);
  });
  afterAll(() => Promise.all([traps.stop(), mail.stop(), plainMail.stop(), web.stop()]));

  const templates = [{ usageType: 'Generic', contentType: 'text/html', subject: 'Code', content: '{{code}}' }];
  const mailConfig = (more: object = {}) => ({
    host: 'localhost',
    port: mail.port,
    secure: true,
    tls: { rejectUnauthorized: false },
    auth: { type: 'login', user: 'shop', pass: 'secret' },
    fromEmail: 'shop@example.com',
    templates,
    customHeaders: { 'X-Shop': 'yes' },
    ...more,
  });
  const oauth = () => ({
    type: 'OAuth2',
    user: 'shop',
    clientId: 'shop',
    clientSecret: 'between us',
    refreshToken: 'long lived',
    accessUrl: `${web.url}/token`,
  });
  const bases = (): Record<string, Record<string, unknown>[]> => ({
    [smtp]: [
      mailConfig(),
      mailConfig({ port: plainMail.port, secure: false, ignoreTLS: true }),
      mailConfig({ auth: oauth() }),
    ],
    'http-email': [{ endpoint: web.url, authorization: 'Bearer key' }],
    'http-sms': [{ endpoint: web.url, authorization: 'Bearer key' }],
  });
  const attempt = (connectorId: string, config: object) =>
    api.call('POST', `/connectors/${connectorId}/test`, { ...to, config });

  const together = 12;
  /** The problems, by the names of the variants tried at that moment. */
  const reached = async (connectorId: string, variants: Variant[], isDelivered: boolean) => {
    const problems: string[] = [];
    for (let at = 0; at < variants.length; at += together) {
      const some = variants.slice(at, at + together);
      const before = traps.arrived.length;
      const answers = await Promise.all(some.map(({ config }) => attempt(connectorId, config)));
      if (traps.arrived.length > before) {
        problems.push(`${traps.arrived.slice(before)}: ${some.map(({ name }) => name).join(', ')}`);
      }
      for (const [index, { status, body }] of answers.entries()) {
        const isOdd = status >= 500 || body.includes(traps.secret) || (isDelivered && status !== 204);
        if (isOdd) problems.push(`${some[index]?.name}: ${status} ${body}`);
      }
    }
    return problems;
  };

  it.each([
    [smtp, 0],
    [smtp, 1],
    [smtp, 2],
    ['http-email', 0],
    ['http-sms', 0],
  ])('R03 no field, header or nested option of %s redirects a connection (%i)', async (id, at) => {
    const base = bases()[id]?.[at] ?? {};
    const schema = builtInConnectors.find((one) => one.id === id)?.config;
    if (!schema) throw new Error(id);
    expect(outcome(await attempt(id, base)), 'the configuration itself').toEqual([204]);
    const { unknownKeys, knownFields } = hostileVariants(schema, base, traps);
    expect(unknownKeys.length).toBeGreaterThan(30);
    expect(await reached(id, unknownKeys, true)).toEqual([]);
    expect(await reached(id, knownFields, false)).toEqual([]);
    expect(traps.arrived).toEqual([]);
  });

  it('all built-in connectors are covered', () => {
    // The others have providers with fixed hosts, which tests/connectors connects to. The demo cannot be created.
    const elsewhere = counterparts.map(({ id }) => id);
    const covered = [...Object.keys(bases()), ...elsewhere, 'tessera-sms'].sort();
    expect(covered).toEqual(messageConnectors.map(({ id }) => id).sort());
  });

  it('R03 the stored configuration is the one that was checked', async () => {
    for (const { id: connectorId, config: schema } of messageConnectors) {
      const [base] = bases()[connectorId] ?? [];
      if (!base) continue;
      const { everything } = hostileVariants(schema, base, traps);
      const created = await api.call('POST', '/connectors', { connectorId, config: everything });
      expect(created.status, created.body).toBe(200);
      const { id, config } = created.json() as { id: string; config: object };
      expect(config, connectorId).toEqual(base);
      const changed = await api.call('PATCH', `/connectors/${id}`, { config: everything });
      expect((changed.json() as { config: object }).config, connectorId).toEqual(base);
      await api.call('DELETE', `/connectors/${id}`);
    }
  });

  it('R03 a configuration of an earlier release is checked again before use', async () => {
    const created = await api.call('POST', '/connectors', { connectorId: smtp, config: mailConfig() });
    const { id } = created.json() as { id: string };
    const moved = mailConfig({ tls: { rejectUnauthorized: false, host: '127.0.0.1', port: traps.tlsPort } });
    await server.query('update connectors set config = $1 where id = $2', [JSON.stringify(moved), id]);
    await server.query(`select pg_notify('tessera_changes', 'default/connectors')`);
    const before = mail.mails.length;
    expect(outcome(await api.call('POST', '/verification-codes', { email: to.email }))).toEqual([204]);
    expect(mail.mails.length).toBe(before + 1);
    expect(((await api.call('GET', `/connectors/${id}`)).json() as { config: object }).config).toEqual(mailConfig());
    expect(traps.arrived).toEqual([]);
    await api.call('DELETE', `/connectors/${id}`);
  });

  it('R03 connector schemas list every key they accept', () => {
    const all = [...allConnectors, ...allSsoProviders.map(({ name, config }) => ({ id: name, config }))];
    expect(all.flatMap(({ id, config }) => looseObjects(config).map((path) => [id, ...path].join('.')))).toEqual([]);
  });

  it('R03 S8 a mail token is fetched through the gate without redirects, and only the token is passed on', async () => {
    const before = mail.mails.length;
    expect(outcome(await attempt(smtp, mailConfig({ auth: oauth() })))).toEqual([204]);
    expect(mail.mails.length).toBe(before + 1);
    const asked = web.asked.filter(({ path }) => path === '/token').at(-1);
    expect(Object.fromEntries(new URLSearchParams(asked?.body))).toEqual({
      grant_type: 'refresh_token',
      client_id: 'shop',
      client_secret: 'between us',
      refresh_token: 'long lived',
    });
    for (const accessUrl of [`${web.url}/redirect`, traps.url, 'file:///etc/passwd']) {
      const answer = await attempt(smtp, mailConfig({ auth: { ...oauth(), accessUrl } }));
      expect(answer.status, accessUrl).toBe(400);
      expect(answer.body).not.toContain(traps.secret);
    }
    expect(traps.arrived).toEqual([]);
  });

  it('R03 mail uses mail ports, and others only on hosts the operator allows', async () => {
    const config = mailConfig({ host: '93.184.216.34', port: 6379 });
    const answer = await attempt(smtp, config);
    expect(outcome(answer)).toEqual([400, 'connector.general']);
    expect(answer.json()).toMatchObject({ details: expect.stringContaining('forbidden_port') });
  });

  it("R03 administrators see the mail server's reason only", async () => {
    const detailsOf = async (id: string, config: object, email = to.email) => {
      const answer = await api.call('POST', `/connectors/${id}/test`, { ...to, email, config });
      return (answer.json() as { details?: string }).details ?? '';
    };
    expect(await detailsOf(smtp, mailConfig(), '550@example.com')).toContain('550 ');
    expect(await detailsOf(smtp, mailConfig({ tls: {} }))).toBe('TLS failed: CERT_HAS_EXPIRED');
    // Nothing listens there; the address is not disclosed.
    expect(await detailsOf(smtp, mailConfig({ port: 1 }))).not.toMatch(/ECONNREFUSED|127\.0\.0\.1|::1/);
    expect(await detailsOf(smtp, mailConfig({ port: traps.port, secure: false, greetingTimeout: 300 }))).not.toContain(
      traps.secret,
    );
    traps.arrived.length = 0;
    for (const id of ['http-email', 'http-sms']) {
      expect(await detailsOf(id, { endpoint: `${web.url}/failing` })).toBe('500');
    }
  });

  it('R03 an identity provider cannot name internal endpoints', async () => {
    const id = await newSsoConnector(server, { issuer: web.url, domains: ['traps.example'] });
    const client = await newApplication(api, { type: 'Traditional' });
    const { call } = await openInteraction(server.base('default'), client);
    await call('PUT', '', { interactionEvent: 'SignIn' });
    const question = { state: 'a state', redirectUri: `${server.base('default')}/callback/${id}` };
    const asked = await call('POST', `/verification/sso/${id}/authorization-uri`, question);
    const { verificationId } = asked.json() as { verificationId: string };
    const connectorData = { code: 'code', state: 'a state' };
    const answer = await call('POST', `/verification/sso/${id}/verify`, { connectorData, verificationId });
    expect(answer.status).toBe(400);
    expect(answer.body).not.toContain(traps.secret);
    expect(traps.arrived).toEqual([]);
  });
});
