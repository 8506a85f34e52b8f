// Readable secrets: who gets values, who gets the mask, and the audit log.

import { tenantScopes } from '@tessera/contract/tenant-scopes';
import type { WebhookConfig } from '@tessera/contract/webhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { auditLog, type LogEntry } from '../harness/audit-log.ts';
import { callerWith } from '../harness/console-user.ts';
import { outcome } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { newTenant, setOwnerScopes } from '../harness/tenants.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver.ts';

const mask = '******';
const masked = { prefer: 'secrets=masked' };
const auth = { type: 'login', user: 'mailer', pass: 'smtp-password-of-the-shop' };
const header = 'Bearer token-of-the-receiver';
const smtp = { host: 'smtp.example.com', port: 587, requireTLS: true, fromEmail: 'shop@example.com', auth };

describe('R20 reading secrets', () => {
  let server: TestServer;
  let receiver: WebhookReceiver;
  let api: ManagementApi;
  let applicationId: string;
  let hookId: string;
  let connectorId: string;
  /** Values that must not appear in a masked response. */
  let values: string[];

  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    api = await managementApi(server);
    const application = await newApplication(api, { type: 'MachineToMachine' });
    applicationId = application.id;
    const hook = await api.call('POST', '/hooks', {
      name: 'Told',
      events: ['User.Created'],
      config: { url: 'https://hooks.example.com/', headers: { authorization: header } },
    });
    const { id, signingKey } = hook.json() as { id: string; signingKey: string };
    hookId = id;
    const connector = await api.call('POST', '/connectors', {
      connectorId: 'simple-mail-transfer-protocol',
      config: smtp,
    });
    connectorId = (connector.json() as { id: string }).id;
    const script = 'const getCustomJwtClaims = async () => ({});';
    const saved = await api.call('PUT', '/configs/jwt-customizer/access-token', {
      script,
      environmentVariables: { API_KEY: 'key-of-another-service' },
    });
    expect([hook.status, connector.status, saved.status]).toEqual([201, 200, 201]);
    values = [application.clientSecret, signingKey, auth.pass, 'key-of-another-service', header];
  });

  afterAll(() => receiver.stop());

  const reads = () => ({
    applicationSecrets: `/applications/${applicationId}/secrets`,
    hooks: '/hooks',
    hook: `/hooks/${hookId}`,
    connectors: '/connectors',
    connector: `/connectors/${connectorId}`,
    scripts: '/configs/jwt-customizer',
    script: '/configs/jwt-customizer/access-token',
  });
  const found = (text: string) => values.filter((value) => text.includes(value));

  it.each(Object.keys(reads()))('R20 %s: the value for who manages it, the mask for who asks for it', async (name) => {
    const path = reads()[name as keyof ReturnType<typeof reads>];
    const open = await api.call('GET', path);
    const covered = await api.call('GET', path, undefined, masked);
    expect([open.status, covered.status]).toEqual([200, 200]);
    expect(found(open.body)).toHaveLength(name.startsWith('hook') ? 2 : 1);
    expect(found(covered.body)).toEqual([]);
    expect(covered.body).toContain(mask);
    expect([open, covered].map(({ headers }) => headers.get('cache-control'))).toEqual(['no-store', 'no-store']);
    // The structure is unchanged: same fields, and same values where nothing is secret.
    const hidden = [...values, ...Object.values(auth)];
    const shape = (text: string) => hidden.reduce((rest, value) => rest.replaceAll(`:"${value}"`, `:"${mask}"`), text);
    expect(shape(covered.body)).toBe(shape(open.body));
  });

  it('R20 writes return the mask on request', async () => {
    const answers = [
      await api.call('POST', `/applications/${applicationId}/secrets`, { name: 'Covered' }, masked),
      await api.call('PATCH', `/hooks/${hookId}/signing-key`, undefined, masked),
      await api.call('PATCH', `/connectors/${connectorId}`, {}, masked),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200]);
    for (const { body } of answers) expect(body).toContain(mask);
    const { signingKey } = (await api.call('GET', `/hooks/${hookId}`)).json() as { signingKey: string };
    expect(signingKey).toMatch(/^\w{32}$/);
    values[1] = signingKey;
  });

  it('R20 each read is logged once, with the reader and without the value', async () => {
    const logged = async (count: number) => {
      const isReading = ({ key, payload }: LogEntry) => key === 'ReadSecret' && payload.userAgent === 'reader';
      const entries = await auditLog(server, 'default', (all) => all.filter(isReading).length >= count);
      return entries.filter(isReading);
    };
    const reader = { 'user-agent': 'reader' };
    await api.call('GET', reads().connectors, undefined, { ...masked, ...reader });
    for (const path of Object.values(reads())) await api.call('GET', path, undefined, reader);
    const entries = await logged(7);
    expect(entries.map(({ payload }) => [payload.operation, payload.fields]).sort()).toEqual([
      ['applications.listSecrets', ['value']],
      ['connectors.get', ['config']],
      ['connectors.list', ['config']],
      ['custom-jwt.getAccessToken', ['environmentVariables']],
      ['custom-jwt.list', ['environmentVariables']],
      ['webhooks.get', ['headers', 'signingKey']],
      ['webhooks.list', ['headers', 'signingKey']],
    ]);
    const ofApplication = entries.find(({ payload }) => payload.operation === 'applications.listSecrets');
    expect(ofApplication?.payload).toMatchObject({
      actor: { type: 'application', id: 'm-default' },
      params: { id: applicationId },
    });
    expect(found(JSON.stringify(entries))).toEqual([]);
  });

  it('R20 sending the mask back keeps the stored value', async () => {
    const { config } = (await api.call('GET', `/connectors/${connectorId}`, undefined, masked)).json() as {
      config: typeof smtp;
    };
    expect(config).toEqual({ ...smtp, auth: { type: mask, user: mask, pass: mask } });
    const changed = await api.call('PATCH', `/connectors/${connectorId}`, { config: { ...config, port: 2525 } });
    expect(changed.json()).toMatchObject({ config: { ...smtp, port: 2525 } });

    const saved = await api.call('PATCH', '/configs/jwt-customizer/access-token', {
      environmentVariables: { API_KEY: mask, REGION: 'eu' },
    });
    expect(saved.json()).toMatchObject({
      environmentVariables: { API_KEY: 'key-of-another-service', REGION: 'eu' },
    });
    const trial = await api.call('POST', '/configs/jwt-customizer/test', {
      tokenType: 'access-token',
      script: 'const getCustomJwtClaims = async ({ environmentVariables }) => ({ ...environmentVariables });',
      environmentVariables: { API_KEY: mask },
      token: {},
      context: { user: {} },
    });
    expect(trial.json()).toEqual({ API_KEY: 'key-of-another-service' });
  });

  it('R20 a masked webhook header keeps its value when saved and when tested', async () => {
    const covered = (await api.call('GET', `/hooks/${hookId}`, undefined, masked)).json() as { config: WebhookConfig };
    expect(covered.config.headers).toEqual({ authorization: mask });
    const config = { url: `${receiver.origin}/200/masked`, headers: { ...covered.config.headers, 'x-region': 'eu' } };
    const tested = await api.call('POST', `/hooks/${hookId}/test`, { events: ['User.Created'], config });
    expect(tested.status).toBe(204);
    expect(receiver.at('/200/masked').map(({ headers }) => [headers.authorization, headers['x-region']])).toEqual([
      [header, 'eu'],
    ]);
    const changed = await api.call('PATCH', `/hooks/${hookId}`, { config });
    expect(changed.json()).toMatchObject({
      config: { ...config, headers: { authorization: header, 'x-region': 'eu' } },
    });
  });

  it('R20 a mask without a stored value is rejected on its field', async () => {
    const maskedWebhook = { url: 'https://hooks.example.com/', headers: { 'x-other': mask } };
    const answers = [
      await api.call('POST', '/connectors', {
        connectorId: 'http-sms',
        config: { endpoint: 'https://sms.example.com', authorization: mask },
      }),
      await api.call('PATCH', '/configs/jwt-customizer/access-token', { environmentVariables: { OTHER: mask } }),
      await api.call('POST', '/hooks', { events: ['User.Created'], config: maskedWebhook }),
      await api.call('PATCH', `/hooks/${hookId}`, { config: maskedWebhook }),
      await api.call('POST', `/hooks/${hookId}/test`, { events: ['User.Created'], config: maskedWebhook }),
    ];
    expect(answers.map(outcome)).toEqual(answers.map(() => [400, 'guard.invalid_input']));
    const paths = answers.map(
      (answer) => (answer.json() as { data: { issues: { path: string[] }[] } }).data.issues[0]?.path,
    );
    expect(paths).toEqual([
      ['config', 'authorization'],
      ['environmentVariables', 'OTHER'],
      ...[1, 2, 3].map(() => ['config', 'headers', 'x-other']),
    ]);
  });

  it('R20 the version is the same with and without the mask', async () => {
    const version = (answer: { headers: Headers }) => answer.headers.get('etag')?.split('.')[0] ?? 'none';
    const open = await api.call('GET', `/hooks/${hookId}`);
    const covered = await api.call('GET', `/hooks/${hookId}`, undefined, masked);
    expect(version(open)).toBe(version(covered));
    expect(open.headers.get('etag')).not.toBe(covered.headers.get('etag'));
    const patched = await api.call(
      'PATCH',
      `/hooks/${hookId}`,
      { name: 'New' },
      {
        'if-match': covered.headers.get('etag') ?? '',
      },
    );
    expect(patched.status).toBe(200);
  });
});

describe('R20 members of a tenant', () => {
  it('R20 get the mask without write permission', async () => {
    const server = await useServer({ edition: 'cloud' });
    const { id: tenantId, owner } = await newTenant(server);
    const callAs = async (allowed: readonly string[]) => {
      await setOwnerScopes(server, allowed);
      const call = callerWith(server, await owner.organizationToken(`t-${tenantId}`));
      return (method: string, path: string, json?: unknown) => call(method, `/m/${tenantId}/api${path}`, json);
    };
    const writer = await callAs(tenantScopes);
    const made = await writer('POST', '/applications', { name: 'Shop', type: 'Traditional' });
    const { id } = made.json() as { id: string };
    await writer('POST', '/connectors', { connectorId: 'simple-mail-transfer-protocol', config: smtp });
    const config = { url: 'https://hooks.example.com/', headers: { authorization: header } };
    await writer('POST', '/hooks', { events: ['User.Created'], config });
    const seen = async (call: typeof writer) => {
      const secrets = (await call('GET', `/applications/${id}/secrets`)).json() as { value: string }[];
      const connectors = (await call('GET', '/connectors')).json() as { config: typeof smtp }[];
      const hooks = (await call('GET', '/hooks')).json() as { config: WebhookConfig }[];
      return [secrets[0]?.value, connectors[0]?.config.auth.pass, hooks[0]?.config.headers?.authorization];
    };
    const open = [expect.stringMatching(/^\w{32}$/), auth.pass, header];
    expect(await seen(writer)).toEqual(open);
    expect(await seen(await callAs(['read:data']))).toEqual([mask, mask, mask]);
    expect(await seen(await callAs(['read:data', 'write:data']))).toEqual(open);
  });
});
