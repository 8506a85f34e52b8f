// Connectors and their messages: a real mail server and a real HTTP endpoint, with the tenant's templates.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtInConnectors } from '@tessera/connectors/built-in';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
import { messagesTo } from '../harness/mailbox.ts';
import { startMailServer, startReceiver } from '../harness/receivers.ts';
import { type TestServer, useServer } from '../harness/server.ts';

type Mail = Awaited<ReturnType<typeof startMailServer>>;
type Receiver = Awaited<ReturnType<typeof startReceiver>>;

const folder = mkdtempSync(join(tmpdir(), 'tessera-connectors-'));
const zod = pathToFileURL(createRequire(import.meta.url).resolve('zod')).href;
const pigeon = `
import { z } from '${zod}';
const fail = () => { throw Object.assign(new Error('The pigeon is tired'), { name: 'ConnectorError', code: 'rate_limit_exceeded' }); };
export default {
  id: 'pigeon', type: 'Sms', target: 'pigeon', logo: '', name: { en: 'Pigeon' }, description: { en: 'Flies' },
  formItems: [{ key: 'loft', type: 'Text', label: 'Loft' }],
  config: z.object({ endpoint: z.url() }),
  send: async ({ to, type, payload }, { endpoint }, { fetch }) => {
    if (to === '493000000') fail();
    await fetch(endpoint, { method: 'POST', body: JSON.stringify({ to, type, code: payload.code }) });
  },
};`;

const owl = `
import { z } from '${zod}';
export default {
  id: 'owl', type: 'Sms', target: 'owl', logo: '', name: { en: 'Owl' }, description: { en: 'Needs nothing' },
  formItems: [], config: z.object({}), send: async () => {},
};`;

describe('connectors', () => {
  let server: TestServer;
  let api: ManagementApi;
  let mail: Mail;
  let receiver: Receiver;
  beforeAll(async () => {
    writeFileSync(join(folder, 'pigeon.mjs'), pigeon);
    writeFileSync(join(folder, 'owl.mjs'), owl);
    [mail, receiver] = [await startMailServer(), await startReceiver()];
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTORS_DIR: folder } });
    api = await managementApi(server);
  });
  afterAll(async () => {
    await Promise.all([mail.stop(), receiver.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const smtp = (more: object = {}) => ({
    host: '127.0.0.1',
    port: mail.port,
    requireTLS: false,
    auth: { type: 'login', user: 'shop', pass: 'secret' },
    fromEmail: 'Shop <shop@example.com>',
    templates: [
      { usageType: 'Generic', contentType: 'text/html', subject: 'Own words {{code}}', content: '<b>{{ code }}</b>' },
    ],
    ...more,
  });
  const setUp = async (connectorId: string, config: object) => {
    const answer = await api.call('POST', '/connectors', { connectorId, config });
    expect(answer.status, answer.body).toBe(200);
    return answer.json() as { id: string; type: string; config: object };
  };
  const email = 'smtp@example.com';
  const send = async (to: object, language = 'en') =>
    outcome(await api.call('POST', '/verification-codes', to, { 'accept-language': language }));
  const ids = async () => ((await api.call('GET', '/connectors')).json() as { id: string }[]).map(({ id }) => id);

  it("are listed as factories, including the operator's", async () => {
    const all = (await api.call('GET', '/connector-factories')).json() as { id: string; formItems: object[] }[];
    const ids = all.map(({ id }) => id);
    const namespaced = ['tessera-email', 'tessera-sms', 'tessera-social-demo'];
    expect(ids).toEqual([...builtInConnectors.map(({ id }) => id), ...namespaced, 'owl', 'pigeon']);
    expect(new Set(ids).size).toBe(ids.length);
    expect(all.filter(({ formItems }) => formItems.length === 0).map(({ id }) => id)).toEqual(['owl']);
    expect((await api.call('GET', '/connector-factories/pigeon')).json()).toMatchObject({ name: { en: 'Pigeon' } });
    expect(outcome(await api.call('GET', '/connector-factories/raven'))).toEqual([404, 'entity.not_exists_with_id']);
  });

  it('take over from the mailbox, replace each other, and hand back to it', async () => {
    expect((await api.call('GET', '/mailbox/status')).json()).toEqual({ email: true, sms: true });
    const first = await setUp('http-email', { endpoint: receiver.url });
    const sms = await setUp('http-sms', { endpoint: receiver.url });
    expect((await api.call('GET', '/mailbox/status')).json()).toEqual({ email: false, sms: false });
    const second = await setUp('simple-mail-transfer-protocol', smtp());
    expect((await ids()).sort()).toEqual([sms.id, second.id].sort());
    expect(outcome(await api.call('GET', `/connectors/${first.id}`))).toEqual([404, 'entity.not_exists_with_id']);
    for (const { id } of [sms, second]) expect((await api.call('DELETE', `/connectors/${id}`)).status).toBe(204);
    expect(await send({ email: 'kept@example.com' })).toEqual([204]);
    const kept = await messagesTo(api, 'kept@example.com');
    expect(kept).toMatchObject([{ contentType: 'text/html', content: expect.stringContaining('<html lang="en"') }]);
  });

  it.each([
    ['simple-mail-transfer-protocol', { host: '', port: 70_000 }],
    ['http-email', {}],
    ['http-sms', { endpoint: 'file:///etc/passwd' }],
  ])('%s rejects invalid configurations', async (connectorId, config) => {
    const refused = [400, 'connector.invalid_config'];
    expect(outcome(await api.call('POST', '/connectors', { connectorId, config }))).toEqual(refused);
    const to = { email, phone: '4915112345678' };
    expect(outcome(await api.call('POST', `/connectors/${connectorId}/test`, { ...to, config }))).toEqual(refused);
    expect(await ids()).toEqual([]);
    expect(outcome(await api.call('POST', '/connectors', { connectorId: 'raven', config }))).toEqual([
      422,
      'connector.not_found_with_connector_id',
    ]);
  });

  it('can be tested before saving', async () => {
    const attempt = async (path: string, body: object) =>
      outcome(await api.call('POST', `/connectors/${path}/test`, body));
    const phone = '4915112345678';
    const authorization = 'Bearer key';
    expect(await attempt('http-sms', { phone, config: { endpoint: receiver.url, authorization } })).toEqual([204]);
    expect(receiver.received.at(-1)).toEqual({
      authorization,
      body: { to: phone, type: 'Generic', payload: expect.objectContaining({ code: '000000' }) },
    });
    const config = { endpoint: receiver.url };
    expect(await attempt('http-sms', { email, config })).toEqual([400, 'connector.unexpected_type']);
    expect(await attempt('http-sms', { config })).toEqual([400, 'guard.invalid_input']);
    for (const unknown of ['raven', 'tessera-sms', 'github-universal']) {
      expect(await attempt(unknown, { email, phone, config }), unknown).toEqual([400, 'connector.not_found']);
    }
    for (const [status, code] of [
      [401, 'authorization_failed'],
      [429, 'rate_limit_exceeded'],
      [500, 'general'],
    ] as const) {
      const [, answered] = await attempt('http-sms', { phone, config: { endpoint: `${receiver.url}/${status}` } });
      expect(answered).toBe(`connector.${code}`);
    }
    const wrong = smtp({ auth: { type: 'login', user: 'shop', pass: 'wrong' } });
    const path = 'simple-mail-transfer-protocol';
    expect((await attempt(path, { email, config: wrong }))[1]).toBe('connector.authorization_failed');
    expect(await attempt(path, { email, config: smtp() })).toEqual([204]);
    expect(mail.mails.at(-1)).toContain('Subject: Own words 000000');
    expect(await ids()).toEqual([]);
  });

  it("mail uses the tenant's templates in the reader's language or the closest one", async () => {
    const { id } = await setUp('simple-mail-transfer-protocol', smtp());
    expect(await send({ email })).toEqual([204]);
    expect(mail.mails.at(-1)).toMatch(/^From: Shop <shop@example.com>/m);
    expect(mail.mails.at(-1)).toMatch(/<b>\d{6}<\/b>/);

    const words = (languageTag: string, subject: string) => ({
      languageTag,
      templateType: 'Generic',
      details: { subject, content: '{{code}} {{missing}}.', contentType: 'text/plain' },
    });
    const templates = [words('en', 'In English'), words('de', 'Auf Deutsch')];
    expect((await api.call('PUT', '/email-templates', { templates })).status).toBe(200);
    for (const [language, subject] of [
      ['de', 'Auf Deutsch'],
      ['en', 'In English'],
      ['ar', 'In English'],
    ] as const) {
      expect(await send({ email }, language)).toEqual([204]);
      expect(mail.mails.at(-1), language).toContain(`Subject: ${subject}`);
      const trial = { email, config: smtp(), locale: language };
      const tested = await api.call('POST', '/connectors/simple-mail-transfer-protocol/test', trial);
      expect(tested.status, tested.body).toBe(204);
      expect(mail.mails.at(-1), language).toContain(`Subject: ${subject}`);
      // An unknown variable is a typo, and stays visible.
      expect(mail.mails.at(-1), language).toContain('000000 {{missing}}.');
    }
    expect((await api.call('DELETE', '/email-templates?templateType=Generic')).json()).toEqual({ rowCount: 2 });

    const bare = { config: smtp({ templates: [] }) };
    expect((await api.call('PATCH', `/connectors/${id}`, bare)).status).toBe(200);
    expect(await send({ email })).toEqual([204]);
    expect(mail.mails.at(-1)).toMatch(/^Subject: \d{6} is your verification code/m);
    await api.call('DELETE', `/connectors/${id}`);
  });

  it('user names are escaped in mail', async () => {
    const { id } = await setUp('simple-mail-transfer-protocol', smtp());
    const content = '<p>{{application.name}}</p> {{organization.name}} {{user.name}}';
    const details = { subject: '{{application.name}}', content };
    const templates = [{ languageTag: 'en', templateType: 'SignIn', details }];
    await api.call('PUT', '/email-templates', { templates });
    const code = { password: false, verificationCode: true, isPasswordPrimary: false };
    const methods = [{ identifier: 'email', ...code }];
    const saved = await api.call('PATCH', '/sign-in-exp', { signIn: { methods } });
    expect(saved.status, saved.body).toBe(200);
    const name = '<img src=x>';
    const client = await newApplication(api, { name, type: 'Traditional' });
    const organization = (await api.call('POST', '/organizations', { name: 'Own firm' })).json() as { id: string };
    const extra = { organization_id: organization.id };
    const { call } = await openInteraction(server.base('default'), client, { extra });
    await call('PUT', '', { interactionEvent: 'SignIn' });
    const identifier = { type: 'email', value: email };
    const body = { identifier, interactionEvent: 'SignIn' };
    expect(outcome(await call('POST', '/verification/verification-code', body))).toEqual([200]);
    // The account is not known yet.
    expect(mail.mails.at(-1)).toContain('<p>&lt;img src=x&gt;</p> Own firm \r\n');
    expect(mail.mails.at(-1)).toContain(`Subject: ${name}`);
    await api.call('DELETE', `/connectors/${id}`);
  });

  it('F08 mail server failures are reported, retryable, and lead to a single mail', async () => {
    const [silent, selfSigned] = [createTcpServer(), await startMailServer({ secure: true })];
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const templates = [{ usageType: 'ForgotPassword', contentType: 'text/plain', subject: 'S', content: '{{code}}' }];
    const config = smtp({ templates, greetingTimeout: 200 });
    const { id } = await setUp('simple-mail-transfer-protocol', config);
    const { call } = await openInteraction(server.base('default'), await newApplication(api, { type: 'Traditional' }));
    await call('PUT', '', { interactionEvent: 'ForgotPassword' });
    const attempt = async (change: object, value: string) => {
      const saved = await api.call('PATCH', `/connectors/${id}`, { config: { ...config, ...change } });
      expect(saved.status, saved.body).toBe(200);
      const body = { identifier: { type: 'email', value }, interactionEvent: 'ForgotPassword' };
      return outcome(await call('POST', '/verification/verification-code', body));
    };
    const before = mail.mails.length;
    const told = [400, 'connector.general'];
    expect(await attempt({ port: 1 }, email), 'away').toEqual(told);
    expect(await attempt({ port: (silent.address() as AddressInfo).port }, email), 'slow').toEqual(told);
    expect(await attempt({ port: selfSigned.port, secure: true }, email), 'wrong certificate').toEqual(told);
    expect(await attempt({}, '451@example.com'), 'busy').toEqual(told);
    expect(await attempt({}, '550@example.com'), 'refused').toEqual(told);
    expect(mail.mails.length + selfSigned.mails.length - before).toBe(0);
    expect(await attempt({}, email)).toEqual([200]);
    expect(mail.mails).toHaveLength(before + 1);
    silent.close();
    await selfSigned.stop();
    await api.call('DELETE', `/connectors/${id}`);
  });

  it('are created without a configuration if they need none', async () => {
    const created = await api.call('POST', '/connectors', { connectorId: 'owl' });
    expect([created.status, created.json()]).toMatchObject([200, { config: {} }]);
    expect(outcome(await api.call('POST', '/connectors', { connectorId: 'pigeon' }))).toEqual([
      400,
      'connector.invalid_config',
    ]);
    await api.call('DELETE', `/connectors/${(created.json() as { id: string }).id}`);
  });

  it('of the operator send messages, and their errors have codes', async () => {
    const { id } = await setUp('pigeon', { endpoint: receiver.url });
    expect(await send({ phone: '4915112345678' })).toEqual([204]);
    expect(receiver.received.at(-1)?.body).toMatchObject({ to: '4915112345678', type: 'Generic' });
    expect(await send({ phone: '493000000' })).toEqual([429, 'connector.rate_limit_exceeded']);
    await api.call('DELETE', `/connectors/${id}`);
  });
});

describe('without allowed hosts', () => {
  it('internal URLs and mail servers are refused, and without a mailbox nothing can be sent', async () => {
    const receiver = await startReceiver();
    const mail = await startMailServer();
    afterAll(() => Promise.all([receiver.stop(), mail.stop()]));
    const server = await useServer({ env: { MAILBOX: 'off' } });
    const api = await managementApi(server);
    const refused = [400, 'connector.general'];
    const web = { phone: '4915112345678', config: { endpoint: receiver.url } };
    expect(outcome(await api.call('POST', '/connectors/http-sms/test', web))).toEqual(refused);
    const config = {
      ...{ host: '127.0.0.1', port: mail.port, fromEmail: 'shop@example.com' },
      templates: [{ usageType: 'Generic', contentType: 'text/plain', subject: 'Code', content: '{{code}}' }],
    };
    const path = '/connectors/simple-mail-transfer-protocol/test';
    expect(outcome(await api.call('POST', path, { email: 'a@example.com', config }))).toEqual(refused);
    expect([receiver.received, mail.mails]).toEqual([[], []]);

    expect((await api.call('GET', '/mailbox/status')).json()).toEqual({ email: false, sms: false });
    for (const to of [{ email: 'a@example.com' }, { phone: '4915112345678' }]) {
      expect(outcome(await api.call('POST', '/verification-codes', to))).toEqual([501, 'connector.not_found']);
    }
  });
});
