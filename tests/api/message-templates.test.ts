// Message templates: the one in effect, changes to it, previews and tests.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { messagesTo } from '../harness/mailbox.ts';
import { startReceiver } from '../harness/receivers.ts';
import { type TestServer, useServer } from '../harness/server.ts';

type Template = {
  languageTag: string;
  source: string;
  effectiveLanguage: string | null;
  isCustomized: boolean;
  details: { subject?: string; content: string; contentType?: string };
};
type Types = { channel: string; templateType: string; languages: Template[] }[];

describe('message templates', () => {
  let server: TestServer;
  let api: ManagementApi;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => {
    receiver = await startReceiver();
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    api = await managementApi(server);
  });
  afterAll(() => receiver.stop());

  const path = (key: string) => `/message-templates/${key}`;
  const read = async (key: string) => (await api.call('GET', path(key))).json() as Template;
  const write = (key: string, body: object, headers?: Record<string, string>) =>
    api.call('PUT', path(key), body, headers);
  const types = async () => (await api.call('GET', '/message-templates')).json() as Types;
  const languagesOf = async (channel: string, type: string) =>
    (await types()).find((one) => one.channel === channel && one.templateType === type)?.languages ?? [];
  const details = { subject: 'Own {{code}}', content: '<p>{{code}}</p>' };
  const draft = { channel: 'Email', templateType: 'SignIn', languageTag: 'en', details };
  const preview = async (body: object) =>
    (await api.call('POST', '/message-templates/preview', { ...draft, ...body })).json() as {
      [part in 'subject' | 'html' | 'text']: string;
    } & { unknownVariables: object[] };
  const trial = (body: object) => api.call('POST', '/message-templates/test', { ...draft, ...body });

  it('are the defaults at first, with variables', async () => {
    const all = await types();
    expect(all.filter(({ channel }) => channel === 'Email')).toHaveLength(11);
    expect(all.filter(({ channel }) => channel === 'Sms')).toHaveLength(8);
    for (const { channel, templateType, languages } of all) {
      expect(languages.map(({ languageTag }) => languageTag)).toEqual(['en', 'ar', 'de']);
      expect(languages.every(({ source, isCustomized }) => source === 'default' && !isCustomized)).toBe(true);
      const { details: given } = await read(`${channel}/${templateType}/en`);
      expect(given.content).toMatch(/\{\{(code|link)\}\}/);
      const shown = await preview({ channel, templateType, details: given });
      expect(shown.unknownVariables).toEqual([]);
      expect(shown.text).not.toContain('{{');
    }
    expect((await read('Email/OrganizationInvitation/ar')).details.content).toMatch(
      /<html lang="ar" dir="rtl">.*href="\{\{link\}\}"/s,
    );
    expect(await read('Email/SignIn/fr')).toMatchObject({ source: 'default', effectiveLanguage: 'en' });
    expect((await api.call('GET', '/message-templates/status')).json()).toEqual({
      email: { delivery: 'mailbox', usesTemplates: true },
      sms: { delivery: 'mailbox', usesTemplates: true },
      magicLinkEnabled: false,
    });
  });

  it('are replaced by language, serve other languages, and are restored', async () => {
    const saved = await write('Email/Generic/en', details);
    expect([saved.status, saved.json()]).toMatchObject([
      200,
      { source: 'tenant', isCustomized: true, details: { ...details, contentType: 'text/html' } },
    ]);
    expect((await api.call('GET', '/email-templates')).json()).toMatchObject([{ languageTag: 'en', details }]);
    expect(await read('Email/Generic/de')).toMatchObject({
      ...{ source: 'tenant', effectiveLanguage: 'en', isCustomized: false, details },
    });
    expect((await write('Email/Generic/fr', { ...details, subject: 'Code {{code}}' })).status).toBe(200);
    expect(await languagesOf('Email', 'Generic')).toMatchObject([
      { languageTag: 'en', source: 'tenant', isCustomized: true },
      { languageTag: 'ar', source: 'tenant', isCustomized: false },
      { languageTag: 'de', source: 'tenant', isCustomized: false },
      { languageTag: 'fr', source: 'tenant', isCustomized: true, effectiveLanguage: 'fr' },
    ]);
    await api.call('POST', '/verification-codes', { email: 'reader@example.com' });
    const [message] = await messagesTo(api, 'reader@example.com');
    expect(message).toMatchObject({
      subject: `Own ${message?.payload.code}`,
      content: `<p>${message?.payload.code}</p>`,
    });
    for (const language of ['en', 'fr']) {
      expect((await api.call('DELETE', path(`Email/Generic/${language}`))).status).toBe(204);
      expect(outcome(await api.call('DELETE', path(`Email/Generic/${language}`)))).toEqual([
        ...[404, 'entity.not_exists_with_id'],
      ]);
    }
    expect(await read('Email/Generic/en')).toMatchObject({ source: 'default', isCustomized: false });
  });

  it('have senders and reply addresses that a message can have', async () => {
    const issuesOf = async (body: object) => {
      const { data } = (await write('Email/Generic/en', { ...details, ...body })).json() as {
        data?: { issues: { path: string[] }[] };
      };
      return data?.issues.map(({ path }) => path);
    };
    expect(await issuesOf({ replyTo: 'support' })).toEqual([['replyTo']]);
    expect(await issuesOf({ replyTo: 'a@b.example, c@d.example' })).toEqual([['replyTo']]);
    expect(await issuesOf({ sendFrom: '{{user.name}}@example.com' })).toEqual([['sendFrom']]);
    const tried = await trial({ email: 'reader@example.com', details: { ...details, replyTo: 'support' } });
    expect(tried.json()).toMatchObject({ data: { issues: [{ path: ['details', 'replyTo'] }] } });
    expect(await read('Email/Generic/en')).toMatchObject({ source: 'default' });
    expect(await issuesOf({ replyTo: '{{user.primaryEmail}}', sendFrom: 'Us <us@example.com>' })).toBeUndefined();
    expect((await api.call('DELETE', path('Email/Generic/en'))).status).toBe(204);
  });

  it('of SMS are sent, and are not email templates', async () => {
    expect((await write('Sms/Generic/en', { subject: 'ignored', content: 'SMS {{code}}' })).json()).toMatchObject({
      details: { content: 'SMS {{code}}' },
    });
    await api.call('POST', '/verification-codes', { phone: '4915112345678' });
    const [message] = await messagesTo(api, '4915112345678');
    expect(message?.content).toBe(`SMS ${message?.payload.code}`);
    expect((await api.call('GET', '/email-templates')).body).toBe('[]');
    const [row] = await server.query<{ id: string }>(`select id from email_templates where channel = 'Sms'`);
    for (const [method, address] of [
      ['GET', `/email-templates/${row?.id}`],
      ['PATCH', `/email-templates/${row?.id}/details`],
      ['DELETE', `/email-templates/${row?.id}`],
    ] as const) {
      expect((await api.call(method, address, method === 'PATCH' ? { subject: 'x' } : undefined)).status).toBe(404);
    }
    expect((await api.call('DELETE', '/email-templates?languageTag=en')).json()).toEqual({ rowCount: 0 });
    expect(await read('Sms/Generic/en')).toMatchObject({ isCustomized: true });
    const connector = { connectorId: 'http-sms', config: { endpoint: receiver.url } };
    const { id } = (await api.call('POST', '/connectors', connector)).json() as { id: string };
    await api.call('POST', '/verification-codes', { phone: '4915112345678' });
    expect(receiver.received.at(-1)?.body).toMatchObject({
      message: { text: expect.stringMatching(/^SMS \d{6}$/) },
    });
    await api.call('DELETE', `/connectors/${id}`);
    expect((await api.call('DELETE', path('Sms/Generic/en'))).status).toBe(204);
  });

  it('come from the connector, or are composed by the provider', async () => {
    const templates = [
      { usageType: 'SignIn', subject: 'S', content: 'Connector {{code}}', contentType: 'text/plain' },
      { usageType: 'SignIn', languageTag: 'it', subject: 'S', content: 'Ciao', contentType: 'text/plain' },
    ];
    const auth = { type: 'login', user: 'u', pass: 'p' };
    const smtp = { host: '127.0.0.1', port: 2525, auth, fromEmail: 'a@example.com', templates };
    const set = (connectorId: string, config: object) => api.call('POST', '/connectors', { connectorId, config });
    expect((await set('simple-mail-transfer-protocol', smtp)).status).toBe(200);
    expect(await read('Email/SignIn/en')).toMatchObject({
      ...{ source: 'connector', effectiveLanguage: null, details: { content: 'Connector {{code}}' } },
    });
    expect((await languagesOf('Email', 'SignIn')).map(({ languageTag }) => languageTag)).toContain('it');
    expect(await read('Email/Register/en')).toMatchObject({ source: 'default' });
    expect((await set('http-email', { endpoint: receiver.url })).status).toBe(200);
    expect(await read('Email/SignIn/en')).toMatchObject({ source: 'provider' });
    await write('Email/SignIn/en', details);
    expect(await read('Email/SignIn/en')).toMatchObject({ source: 'tenant' });
    const tencent = {
      ...{ accessKeyId: 'a', accessKeySecret: 'b', signName: 'Shop', sdkAppId: '1', region: 'ap-guangzhou' },
      templates: ['SignIn', 'Register', 'ForgotPassword', 'Generic'].map((usageType) => ({
        usageType,
        templateCode: '1',
      })),
    };
    expect((await set('tencent-short-message-service', tencent)).status).toBe(200);
    await write('Sms/SignIn/en', { content: 'x' });
    expect(await read('Sms/SignIn/en')).toMatchObject({
      source: 'provider',
      isCustomized: true,
      details: { content: 'x' },
    });
    expect((await api.call('GET', '/message-templates/status')).json()).toEqual({
      email: { delivery: 'connector', usesTemplates: true },
      sms: { delivery: 'connector', usesTemplates: false },
      magicLinkEnabled: false,
    });

    const sent = await trial({ email: 'reader@example.com', details: { ...details, subject: 'Unsaved {{code}}' } });
    expect(sent.status, sent.body).toBe(204);
    expect(receiver.received.at(-1)?.body).toMatchObject({
      ...{ to: 'reader@example.com', type: 'SignIn' },
      message: { subject: 'Unsaved 123456', html: '<p>123456</p>', text: '123456' },
    });
    const listed = (await api.call('GET', '/connectors')).json() as { id: string }[];
    for (const { id } of listed) await api.call('DELETE', `/connectors/${id}`);
    for (const key of ['Email/SignIn/en', 'Sms/SignIn/en']) await api.call('DELETE', path(key));
  });

  it('are previewed with sample data, which is escaped in HTML', async () => {
    const content = '<h1>Hi {{user.name}}</h1><p>{{aplication.name}} {{ cod }}</p>';
    const sample = { userName: '<img src=x onerror=alert(1)>' };
    const shown = await preview({ details: { ...details, content }, sample });
    expect(shown).toMatchObject({
      subject: 'Own 123456',
      html: '<h1>Hi &lt;img src=x onerror=alert(1)&gt;</h1><p>{{aplication.name}} {{ cod }}</p>',
      text: 'Hi <img src=x onerror=alert(1)>\n\n{{aplication.name}} {{ cod }}',
      unknownVariables: [
        { field: 'content', name: 'aplication.name', line: 1, suggestion: 'application.name' },
        { field: 'content', name: 'cod', line: 1, suggestion: 'code' },
      ],
    });
    const templateType = 'OrganizationInvitation';
    const inviting = '{{inviter.name}} {{inviter.profile.givenName}} {{organization.name}} {{link}} {{code}}';
    expect(await preview({ templateType, details: { ...details, content: inviting } })).toMatchObject({
      ...{ text: 'Ada Lovelace Ada Acme https://example.com/invitation?token=sample 123456', unknownVariables: [] },
    });
    const arabic = await preview({ languageTag: 'ar', details: { ...details, content: '<p>رمز {{code}}</p>' } });
    expect(arabic.html).toBe('<div dir="rtl" lang="ar"><p>رمز 123456</p></div>');
    expect(await preview({ channel: 'Sms', details: { content: '{{code}} & {{application.name}}' } })).toMatchObject({
      ...{ subject: null, html: null, text: '123456 & Storefront' },
    });
  });

  it('have the link of emails with a code while magic links are on', async () => {
    const linked = { ...details, content: '<p>{{code}}{{#link}} or {{link}}{{/link}}</p>' };
    expect((await preview({ details: linked })).html).toBe('<p>123456</p>');
    expect((await read('Email/SignIn/en')).details.content).not.toContain('link');
    expect((await api.call('PATCH', '/sign-in-exp', { magicLinkEnabled: true })).status).toBe(200);
    expect((await api.call('GET', '/message-templates/status')).json()).toMatchObject({ magicLinkEnabled: true });
    expect((await preview({ details: linked })).html).toBe('<p>123456 or https://example.com/sign-in/link#sample</p>');
    const { details: given } = await read('Email/Register/en');
    expect(given.content).toMatch(/\{\{#link\}\}.*href="\{\{link\}\}".*\{\{\/link\}\}/);
    const shown = await preview({ templateType: 'Register', details: given });
    expect(shown).toMatchObject({ html: expect.stringContaining('>Sign up</a>'), unknownVariables: [] });
    expect(shown.html).not.toContain('{{');
    for (const key of ['Email/ForgotPassword/en', 'Sms/SignIn/en']) {
      expect((await read(key)).details.content, key).not.toContain('link');
    }
    await api.call('PATCH', '/sign-in-exp', { magicLinkEnabled: false });
  });

  it('are tested through the mailbox without a connector', async () => {
    const email = 'tester@example.com';
    expect((await trial({ email, details: { ...details, subject: 'Try\r\nBcc: {{code}}' } })).status).toBe(204);
    expect(await messagesTo(api, email)).toMatchObject([
      { subject: 'Try Bcc: 123456', content: '<p>123456</p>', templateType: 'SignIn' },
    ]);
    const sms = { channel: 'Sms', details: { content: '{{code}}' } };
    expect((await trial({ ...sms, phone: '4915112345678' })).status).toBe(204);
    expect(outcome(await trial({ ...sms, phone: '12' }))).toEqual([400, 'guard.invalid_input']);
    expect(outcome(await trial({ ...sms, email }))).toEqual([400, 'connector.insufficient_request_parameters']);
  });

  it('reject invalid input on its field', async () => {
    const issues = async (key: string, body: object) => {
      const answer = await write(key, body);
      const { data } = answer.json() as { data?: { issues: { path: string[] }[] } };
      return [answer.status, data?.issues.map((issue) => issue.path.join('.'))];
    };
    expect(await issues('Email/SignIn/en', { content: 'x' })).toEqual([400, ['subject']]);
    expect(await issues('Email/SignIn/en', { subject: 'x', content: ' ' })).toEqual([400, ['content']]);
    expect(await issues('Email/SignIn/en', { subject: 'x', content: 'x'.repeat(100_001) })).toEqual([400, ['content']]);
    expect(await issues('Sms/SignIn/en', { content: 'x'.repeat(1531) })).toEqual([400, ['content']]);
    expect(await issues('Email/SignIn/en', { ...details, contentType: 'text/markdown' })).toEqual([
      400,
      ['contentType'],
    ]);
    for (const key of ['Fax/SignIn/en', 'Email/Nothing/en', 'Sms/PasswordReset/en', 'Email/SignIn/klingon']) {
      expect(outcome(await write(key, details)), key).toEqual([404, 'entity.not_exists_with_id']);
      expect((await api.call('GET', path(key))).status, key).toBe(404);
      expect((await api.call('DELETE', path(key))).status, key).toBe(404);
    }
    const email = 'reader@example.com';
    expect(outcome(await trial({ email, details: { content: 'x' } }))).toEqual([400, 'guard.invalid_input']);
    expect(outcome(await trial({ channel: 'Sms', templateType: 'PasswordReset', phone: '4915112345678' }))).toEqual([
      ...[400, 'guard.invalid_input'],
    ]);
  });

  it('keep templates of /email-templates that the page could not save, also in another case', async () => {
    const old = { languageTag: 'EN', templateType: 'BindMfa', details: { subject: 's'.repeat(400), content: '' } };
    expect((await api.call('PUT', '/email-templates', { templates: [old] })).status).toBe(200);
    expect(await read('Email/BindMfa/en')).toMatchObject({
      languageTag: 'EN',
      isCustomized: true,
      details: old.details,
    });
    expect((await write('Email/BindMfa/en', details)).status).toBe(200);
    expect((await api.call('GET', '/email-templates')).json()).toMatchObject([{ languageTag: 'EN', details }]);
    expect((await api.call('DELETE', path('Email/BindMfa/en'))).status).toBe(204);
  });

  it('are not overwritten by a save of an older version', async () => {
    const key = 'Email/MfaVerification/en';
    const etag = (await api.call('GET', path(key))).headers.get('etag') ?? '';
    const first = await write(key, details, { 'if-match': etag });
    expect(first.status, first.body).toBe(200);
    expect(outcome(await write(key, details, { 'if-match': etag }))).toEqual([412, 'entity.changed_meanwhile']);
    const next = first.headers.get('etag') ?? '';
    expect((await write(key, { ...details, subject: 'Two' }, { 'if-match': next })).status).toBe(200);
    await api.call('DELETE', path(key));
  });
});
