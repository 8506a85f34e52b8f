// Message connectors when something is wrong: the provider, the configuration, or the intent of its author.
import { builtInConnectors, namespacedConnectors } from '@tessera/connectors/built-in';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { hostileVariants } from '../harness/hostile-config.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
import { type Providers, startProviders } from '../harness/providers.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { startTraps, type Traps } from '../harness/traps.ts';
import type { Delivery } from './support/counterpart.ts';
import { counterparts, listen } from './support/counterparts.ts';

type Issue = { path: (string | number)[]; message: string };
type FormItem = { key: string; type: string; required?: boolean };

/** Values that no field of this type accepts. */
const wrongValues: Record<string, unknown[]> = {
  // Not empty: such values are left out.
  Text: [1, { a: 1 }],
  Number: ['many', { a: 1 }],
  Switch: ['yes'],
  Json: ['not JSON', 1],
};

describe('failing message connectors', () => {
  let providers: Providers;
  let traps: Traps;
  let server: TestServer;
  let api: ManagementApi;
  let deliveries: Delivery[];
  beforeAll(async () => {
    [providers, traps] = [await startProviders(), await startTraps()];
    deliveries = listen(providers, counterparts);
    server = await useServer({ env: providers.env });
    api = await managementApi(server);
  });
  afterAll(() => Promise.all([providers.stop(), traps.stop()]));

  const to = { email: 'reader@example.com', phone: '4915112345678' };
  const attempt = (id: string, config: object) => api.call('POST', `/connectors/${id}/test`, { ...to, config });

  it.each(counterparts)(
    '$id survives outages, pages and large answers of its provider',
    async ({ id, config, hosts }) => {
      const host = hosts.at(-1) ?? '';
      const before = deliveries.length;
      for (const [failure, details] of [
        ['down', 'Outbound request failed: network'],
        ['error', 'The provider answered 503'],
        ['large', 'Outbound request failed: too_large'],
      ] as const) {
        providers.fail(host, failure);
        const answer = await attempt(id, config);
        expect(outcome(answer), failure).toEqual([400, 'connector.general']);
        expect(answer.json(), failure).toMatchObject({ details: expect.stringContaining(details) });
      }
      providers.fail(host, 'html');
      const page = await attempt(id, config);
      expect(page.json()).toMatchObject({
        code: 'connector.invalid_response',
        details: 'The provider answered 200: no JSON',
      });
      providers.fail(host);
      expect(deliveries).toHaveLength(before);
      expect(outcome(await attempt(id, config))).toEqual([204]);
    },
  );

  it('a slow provider is given up', async () => {
    const { id, config, hosts } = counterparts[0] as (typeof counterparts)[0];
    const [host = ''] = hosts;
    providers.fail(host, 'silent');
    const answer = await attempt(id, config);
    expect(answer.json()).toMatchObject({ code: 'connector.general', details: 'Outbound request failed: timeout' });
    providers.fail(host);
  });

  it("the provider's words reach administrators and the audit log, but no user", async () => {
    const { id, config } = counterparts.find((one) => one.id === 'sendgrid-email-service') as (typeof counterparts)[0];
    const broken = { connectorId: id, config: { ...config, apiKey: 'SG.wrong' } };
    const connector = (await api.call('POST', '/connectors', broken)).json() as { id: string };
    const words = 'The provided authorization grant is invalid, expired, or revoked';
    const asAdministrator = await api.call('POST', '/verification-codes', { email: to.email });
    expect(asAdministrator.json()).toMatchObject({
      code: 'connector.authorization_failed',
      message: expect.stringContaining("Check the connector's credentials."),
      details: `The provider answered 401: ${words}`,
    });
    const { call } = await openInteraction(server.base('default'), await newApplication(api, { type: 'Traditional' }));
    await call('PUT', '', { interactionEvent: 'ForgotPassword' });
    const identifier = { type: 'email', value: to.email };
    const body = { identifier, interactionEvent: 'ForgotPassword' };
    const asUser = await call('POST', '/verification/verification-code', body);
    expect(outcome(asUser)).toEqual([401, 'connector.authorization_failed']);
    expect(asUser.body).not.toMatch(/grant|credentials/);
    expect(Object.keys(asUser.json() as object).sort()).toEqual(['code', 'message']);
    await attempt(id, config);
    type Entry = { key: string; payload: object };
    const entries = async (key: string) =>
      ((await api.call('GET', `/logs?logKey=${key}`)).json() as Entry[]).map(({ payload }) => payload);
    const facts = { connectorId: id, channel: 'Email', recipient: to.email };
    const error = { code: 'connector.authorization_failed', message: `The provider answered 401: ${words}` };
    await expect.poll(() => entries('Message.Send')).toHaveLength(2);
    expect(await entries('Message.Send')).toMatchObject([
      { ...facts, result: 'Error', templateType: 'ForgotPassword', error },
      { ...facts, result: 'Error', templateType: 'Generic', error },
    ]);
    expect(await entries('Interaction.ForgotPassword.Verification.EmailVerificationCode.Create')).toMatchObject([
      { result: 'Error', connectorId: id, params: { identifier }, error },
    ]);
    await expect.poll(async () => (await entries('Message.Test'))[0]).toMatchObject({ ...facts, result: 'Success' });
    await api.call('DELETE', `/connectors/${connector.id}`);
  });

  it.each(counterparts)('$id names the field that is wrong, and saves nothing', async ({ id, config }) => {
    const { formItems } = (await api.call('GET', `/connector-factories/${id}`)).json() as { formItems: FormItem[] };
    const problems: string[] = [];
    const check = async (key: string, sent: object) => {
      const answer = await api.call('POST', '/connectors', { connectorId: id, config: sent });
      const { code, data } = answer.json() as { code?: string; data?: { issues?: Issue[] } };
      const isNamed = data?.issues?.some(({ path, message }) => path[0] === key && message !== '');
      if (code !== 'connector.invalid_config' || !isNamed)
        problems.push(`${key} ${JSON.stringify(sent)}: ${answer.body}`);
    };
    for (const { key, type, required } of formItems) {
      for (const value of wrongValues[type] ?? []) await check(key, { ...config, [key]: value });
      if (required) {
        const { [key]: _, ...rest } = config;
        await check(key, rest);
        if (type === 'Text') await check(key, { ...config, [key]: '' });
      }
    }
    expect(problems).toEqual([]);
    expect((await api.call('GET', '/connectors')).json()).toEqual([]);
  });

  it.each([
    ['aws-ses-mail', { region: 'eu-central-1.evil.example/#' }],
    ['aws-ses-mail', { accessKeyId: 'a\r\nhost: evil' }],
    ['mailgun-email', { endpoint: 'https://evil.example/.mailgun.net' }],
    ['mailgun-email', { endpoint: 'https://api.mailgun.net.evil.example' }],
    ['mailgun-email', { endpoint: 'http://api.mailgun.net' }],
    ['mailgun-email', { domain: '../../other' }],
    ['smsaero-short-message-service', { email: 'not an address' }],
    ['tessera-email', { senderName: 'Visit https://evil.example' }],
    ['tencent-short-message-service', { templates: [{ usageType: 'Generic', templateCode: '1' }] }],
    ['aliyun-short-message-service', { templates: [] }],
    ['postmark-mail', { templates: [{ usageType: 'Unknown', templateAlias: 'a' }] }],
  ])('%s rejects %j', async (id, change) => {
    const { config } = counterparts.find((one) => one.id === id) as (typeof counterparts)[0];
    const answer = await attempt(id, { ...config, ...change });
    expect(outcome(answer)).toEqual([400, 'connector.invalid_config']);
    const { data } = answer.json() as { data: { issues: Issue[] } };
    expect(data.issues.map(({ path }) => path[0])).toEqual(Object.keys(change));
  });

  it.each(counterparts)(
    'R03 no value or unknown key of $id changes where it connects to',
    async ({ id, config, hosts }) => {
      const schema = [...builtInConnectors, ...namespacedConnectors('tessera')].find((one) => one.id === id)?.config;
      if (!schema) throw new Error(id);
      const { knownFields, everything } = hostileVariants(schema, config, traps);
      const before = [providers.requests.length, providers.refused.length];
      for (const { name, config: hostile } of knownFields) {
        const { status, body } = await attempt(id, hostile);
        expect(status < 500 || status === 501, `${name}: ${body}`).toBe(true);
        expect(body, name).not.toContain(traps.secret);
      }
      expect(outcome(await attempt(id, everything))).toEqual([204]);
      const created = await api.call('POST', '/connectors', { connectorId: id, config: everything });
      const saved = created.json() as { id: string; config: object };
      expect(saved.config).toEqual(config);
      await api.call('DELETE', `/connectors/${saved.id}`);
      const reached = providers.requests.slice(before[0]).map(({ url }) => url.hostname);
      expect(reached.filter((host) => !hosts.includes(host))).toEqual([]);
      expect(providers.refused.slice(before[1])).toEqual([]);
      expect(traps.arrived).toEqual([]);
    },
  );
});
