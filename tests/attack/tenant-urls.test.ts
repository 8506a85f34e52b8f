// R03: every URL that a tenant can set. All are written to find out which of them the server opens; those never lead to
// an address that the outbound gate forbids.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { allSsoProviders } from '@tessera/connectors/sso/sso-providers';
import { captchaConfig } from '@tessera/contract/captcha-provider';
import { insideOf } from '@tessera/contract/field-rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { $ZodType } from 'zod/v4/core';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { auditLog } from '../harness/audit-log.ts';
import { startCaptchaPeer } from '../harness/captcha-peer.ts';
import { filled, operations, writes } from '../harness/contract.ts';
import { startDnsServer } from '../harness/dns-server.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
import { appsDomain, newBrowser, newProtectedApplication } from '../harness/protected-site.ts';
import { newCertificate } from '../harness/saml-metadata.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, obtainTokens } from '../harness/sign-in.ts';
import { newSsoConnector } from '../harness/sso-connectors.ts';
import { startTraps, type Traps } from '../harness/traps.ts';
import { acceptedUrl, bodyWith, type UrlField, urlFields } from '../harness/url-fields.ts';
import { addUser } from '../harness/user-rows.ts';
import type { Answer } from '../harness/visitor.ts';
import { loggedRequests } from '../harness/webhook-receiver.ts';

type Json = Record<string, unknown>;
type Made = { id: string; oidcClientMetadata: object; protectedAppMetadata: { host: string } };
/** How a body becomes valid, which entity the path names, and what makes the server open the URL after it is saved. */
type Rule = { with?: (body: Json) => Json; id?: () => string; after?: (made: Made, path: string) => Promise<unknown> };
type Target = UrlField & { name: string; rule: Rule; send: (value: string) => Promise<Answer> };

const startPeer = async (redirectTo: string) => {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    const isRedirect = request.url?.startsWith('/redirect');
    response.writeHead(isRedirect ? 307 : 200, isRedirect ? { location: redirectTo } : {}).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return { paths, url, stop: () => new Promise((resolve) => server.close(resolve)) };
};

describe('URLs of tenants', () => {
  let server: TestServer;
  let api: ManagementApi;
  let traps: Traps;
  let peer: Awaited<ReturnType<typeof startPeer>>;
  let captcha: Awaited<ReturnType<typeof startCaptchaPeer>>;
  let dns: Awaited<ReturnType<typeof startDnsServer>>;
  const certificate = newCertificate();
  /** Of parameters in paths, and of `:id` by resource. */
  const ids: Record<string, string> = {};
  let count = 0;
  const next = () => {
    count += 1;
    return count;
  };

  const made = async (path: string, body: object): Promise<string> => {
    const answer = await api.call('POST', path, body);
    expect(answer.status, `${path} ${answer.body}`).toBeLessThan(300);
    return (answer.json() as Made).id;
  };
  beforeAll(async () => {
    traps = await startTraps();
    [peer, captcha, dns] = [await startPeer(traps.url), await startCaptchaPeer(), await startDnsServer()];
    const target = 'default.domains.tessera.test';
    for (const name of ['inside.example', target]) dns.zone.set(name, { address: '127.0.0.1' });
    dns.zone.set('login.inside.example', { cname: target });
    server = await useServer({
      env: {
        TURNSTILE_ENDPOINT: captcha.url.replace('127.0.0.1', 'localhost'),
        RECAPTCHA_ENDPOINT: captcha.url.replace('127.0.0.1', 'localhost'),
        DNS_SERVERS: dns.address,
        PROTECTED_APPS_DOMAIN: appsDomain,
        CUSTOM_DOMAIN_TARGET: '{tenantId}.domains.tessera.test',
        // The name is allowed, so the peers can be reached; their address, shared by the traps, is not.
        OUTBOUND_ALLOW: 'localhost',
      },
    });
    api = await managementApi(server);
    await addUser(server, { id: 'reader' });
    const application = { type: 'Traditional' } as const;
    Object.assign(ids, {
      userId: 'reader',
      organizationId: await made('/organizations', { name: 'Shop' }),
      applicationId: (await newApplication(api, { ...application, isThirdParty: true })).id,
      applications: (await newApplication(api, application)).id,
      site: (await newProtectedApplication(server, api, { subDomain: 'site', origin: peer.url })).id,
      webhooks: await made('/hooks', { name: 'Base', events: ['Role.Created'], config: { url: `${peer.url}/base` } }),
      'saml-applications': await made('/saml-applications', { name: 'SAML' }),
      'sso-connectors': await newSsoConnector(server, {
        ...{ issuer: '', domains: ['shop.example'], provider: 'SAML' },
        config: { entityId: 'idp', signInEndpoint: 'https://idp.example', x509Certificate: certificate },
      }),
    });
  });
  afterAll(() => Promise.all([traps.stop(), peer.stop(), captcha.stop(), dns.stop()]));

  const signOut = async ({ id, oidcClientMetadata }: Made) => {
    const redirectUri = 'https://app.example/callback';
    const metadata = { ...oidcClientMetadata, redirectUris: [redirectUri] };
    expect((await api.call('PATCH', `/applications/${id}`, { oidcClientMetadata: metadata })).status).toBe(200);
    const [secret] = (await api.call('GET', `/applications/${id}/secrets`)).json() as { value: string }[];
    const client = { clientId: id, redirectUri, clientSecret: secret?.value ?? '' };
    const username = `leaving_${next()}`;
    await obtainTokens({ base: server.base('default'), client, username, register: true });
    const [user] = await server.query<{ id: string }>('select id from users where username = $1', [username]);
    expect((await api.call('PATCH', `/users/${user?.id}/is-suspended`, { isSuspended: true })).status).toBe(200);
    const log = await auditLog(server, 'default', (entries) =>
      entries.some(({ key, payload }) => key === 'BackchannelLogout' && payload.userId === user?.id),
    );
    return log.at(-1);
  };
  const createRole = async ({ id }: Made) => {
    const before = (await loggedRequests(api, id, 0)).length;
    await made('/roles', { name: `Role ${next()}`, description: 'An event' });
    return loggedRequests(api, id, before + 1);
  };
  const visit = async ({ id, protectedAppMetadata: { host } }: Made, path: string) => {
    // The other pages need no sign-in.
    const pageRules = [{ path: '^/private' }];
    await api.call('PATCH', `/applications/${id}`, { protectedAppMetadata: { pageRules } });
    const url = `http://${host}:${server.port}${path}`;
    return (await newBrowser().at(url).get(url)).body;
  };
  /** The URLs that the server opens. */
  const opened: Record<string, Rule> = {
    'applications.create oidcClientMetadata.backchannelLogoutUri': {
      with: (body) => ({ ...body, type: 'Traditional' }),
      after: signOut,
    },
    'applications.update oidcClientMetadata.backchannelLogoutUri': { after: signOut },
    'applications.create protectedAppMetadata.origin': {
      with: ({ protectedAppMetadata, ...body }) => ({
        ...{ ...body, type: 'Protected' },
        protectedAppMetadata: { ...(protectedAppMetadata as object), subDomain: `site-${next()}` },
      }),
      after: visit,
    },
    'applications.update protectedAppMetadata.origin': { id: () => ids.site ?? '', after: visit },
    'webhooks.create config.url': { with: (body) => ({ ...body, events: ['Role.Created'] }), after: createRole },
    'webhooks.update config.url': { after: createRole },
    'webhooks.test config.url': { with: (body) => ({ ...body, events: ['Role.Created'] }) },
    'samlApplications.readServiceProvider url': {},
    ...{ 'OIDC issuer': {}, 'Okta issuer': {}, 'AzureAdOidc issuer': {} },
    ...{ 'SAML metadataUrl': {}, 'AzureAD metadataUrl': {} },
  };
  const newSamlConnector = (body: Json) => ({ ...body, providerName: 'SAML', connectorName: `Company ${next()}` });
  const unopened: Record<string, Rule> = {
    'ssoConnectors.create branding.logo': { with: newSamlConnector },
    'ssoConnectors.create branding.darkLogo': { with: newSamlConnector },
    'ssoConnectors.replaceIdpInitiatedAuthConfig clientIdpInitiatedAuthCallbackUri': {
      with: (body) => ({ ...body, defaultApplicationId: ids.applications }),
    },
    'SAML signInEndpoint': { with: (config) => ({ ...config, x509Certificate: certificate }) },
    'AzureAD signInEndpoint': { with: (config) => ({ ...config, x509Certificate: certificate }) },
  };
  const targetsOf = (label: string, schema: $ZodType, send: (rule: Rule, body: Json) => Promise<Answer>): Target[] =>
    urlFields(schema).map((field) => {
      const name = `${label} ${field.path.join('.')}`;
      const rule = opened[name] ?? unopened[name] ?? {};
      const bodyOf = (value: string) => bodyWith(schema, field.path, value) ?? {};
      return { ...field, name, rule, send: (value) => send(rule, rule.with?.(bodyOf(value)) ?? bodyOf(value)) };
    });
  const targets: Target[] = [
    ...operations
      .filter((one) => one.resource.access === 'management' && writes(one) && one.operation.body)
      .flatMap(({ label, path, resource, operation }) =>
        targetsOf(label, operation.body as $ZodType, ({ id }, body) => {
          const own = id?.() ?? ids[resource.name] ?? '';
          return api.call(operation.method, filled(path, { ...ids, id: own }).slice('/api'.length), body);
        }),
      ),
    ...allSsoProviders.flatMap(({ name: providerName, config: schema }) =>
      targetsOf(providerName, schema, (_, config) =>
        api.call('POST', '/sso-connectors', { providerName, connectorName: `Company ${next()}`, config }),
      ),
    ),
  ];
  const attempt = async (target: Target, url: string, path = '/') => {
    const answer = await target.send(acceptedUrl(target, url));
    const { after } = target.rule;
    const isSaved = answer.status < 300;
    const seen = isSaved && after ? await after(answer.json(), path) : undefined;
    return { isSaved, status: answer.status, text: `${answer.body} ${JSON.stringify(seen)}` };
  };

  it('R03 users set no URL that administrators do not set', () => {
    const own = operations.filter(({ resource: { access }, operation }) => access !== 'management' && operation.body);
    const fields = own.flatMap(({ operation }) =>
      urlFields(operation.body as $ZodType).map(({ path }) => path.join('.')),
    );
    expect(new Set(fields)).toEqual(new Set(['avatar']));
    expect(targets.map(({ name }) => name)).toContain('users.update avatar');
  });

  it('R03 the server opens few of them', async () => {
    const refused: string[] = [];
    for (const [index, target] of targets.entries()) {
      const path = `/field-${index}-`;
      const { isSaved, text } = await attempt(target, `${peer.url}${path}`, path);
      // The peer isn't an identity provider.
      if (!isSaved && !(target.name in opened)) refused.push(`${target.name}: ${text}`);
    }
    expect(refused).toEqual([]);
    const reached = targets.filter((_, index) => peer.paths.some((path) => path.includes(`field-${index}-`)));
    expect(reached.map(({ name }) => name).sort()).toEqual(Object.keys(opened).sort());
    expect(targets.length - reached.length).toBeGreaterThan(30);
    expect(traps.arrived).toEqual([]);
  });

  const hostile: [string, () => string][] = [
    ['an address', () => traps.url],
    ['an address over TLS', () => `https://127.0.0.1:${traps.tlsPort}/`],
    ['an address as a number', () => `http://2130706433:${traps.port}/`],
    ['an IPv6 address', () => `http://[::ffff:127.0.0.1]:${traps.port}/`],
    ['a name of such an address', () => `http://inside.example:${traps.port}/`],
    ['the allowed name as credentials', () => `http://localhost@127.0.0.1:${traps.port}/`],
    ['a redirect', () => `${peer.url}/redirect`],
  ];
  it.each(hostile)('R03 none leads to a private network by %s', async (_, url) => {
    const problems: string[] = [];
    for (const target of targets.filter(({ name }) => name in opened)) {
      const { status, text } = await attempt(target, url(), new URL(url()).pathname);
      if (status >= 500 || text.includes(traps.secret) || traps.arrived.length > 0) {
        problems.push(`${target.name}: ${status} ${text} ${traps.arrived.splice(0)}`);
      }
    }
    expect(problems).toEqual([]);
  });

  it('R03 no custom domain is checked at a private address', async () => {
    const id = await made('/domains', { domain: 'login.inside.example' });
    // This server would answer there.
    const read = await api.call('GET', `/domains/${id}`);
    expect(read.json()).toMatchObject({ status: 'PendingSsl', errorMessage: expect.any(String) });
  });

  it('R03 a captcha provider is asked at the address of the operator', async () => {
    await api.call('PATCH', '/sign-in-exp', { captchaPolicy: { enabled: true } });
    const { url, port } = traps;
    const values = [
      url,
      `@127.0.0.1:${port}/`,
      `#@127.0.0.1:${port}`,
      '../../..',
      '//127.0.0.1',
      `\\\\127.0.0.1:${port}\\`,
    ];
    for (const schema of insideOf(captchaConfig).forms) {
      const { fields } = insideOf(schema);
      for (const [name] of fields.filter(([one]) => one !== 'type')) {
        for (const value of values) {
          const config = bodyWith(schema, [name], value);
          expect(outcome(await api.call('PUT', '/captcha-provider', { config })), `${name} ${value}`).toEqual([200]);
          const before = captcha.state.asked.length;
          const { call } = await openInteraction(server.origin, demoApp(server.origin));
          const answer = await call('PUT', '', { interactionEvent: 'SignIn', captchaToken: 'a token' });
          expect(outcome(answer)).toEqual([422, 'session.captcha_failed']);
          const [asked] = captcha.state.asked.slice(before);
          expect(asked?.url).toMatch(/^\/(?:turnstile\/v0\/siteverify|v1\/projects\/[^/]+\/assessments\?key=[^&]+)$/);
        }
      }
    }
    expect(traps.arrived).toEqual([]);
  });
});
