// Email and SMS connectors against counterparts of their providers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { type Providers, startProviders } from '../harness/providers.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import type { Counterpart, Delivery } from './support/counterpart.ts';
import { counterparts, emailCounterparts, listen, smsCounterparts } from './support/counterparts.ts';
import { tesseraSms } from './support/tessera.ts';

describe('message connectors', () => {
  let providers: Providers;
  let server: TestServer;
  let api: ManagementApi;
  let deliveries: Delivery[];
  beforeAll(async () => {
    providers = await startProviders();
    deliveries = listen(providers, counterparts);
    server = await useServer({ env: providers.env });
    api = await managementApi(server);
  });
  afterAll(() => providers.stop());

  const email = 'reader+tag@example.com';
  const phone = '4915112345678';
  const attempt = (id: string, config: object, { to, locale }: { to?: string; locale?: string } = {}) =>
    api.call('POST', `/connectors/${id}/test`, {
      ...{ email, phone: to ?? phone, config },
      ...(locale && { locale }),
    });
  const delivered = async (...[id, config, options]: Parameters<typeof attempt>) => {
    const before = deliveries.length;
    const answer = await attempt(id, config, options);
    expect(answer.status, answer.body).toBe(204);
    expect(deliveries).toHaveLength(before + 1);
    return deliveries.at(-1) as Delivery;
  };
  const rendering = emailCounterparts.filter(({ id }) => id !== 'tessera-email');

  it.each(rendering)('$id sends the default email, as HTML and plain text', async ({ id, config }) => {
    const english = await delivered(id, config);
    expect(english).toMatchObject({ to: email, subject: '000000 is your verification code' });
    expect(english.html).toContain('>000000</p>');
    expect(english.text).toMatch(/^Your verification code is 000000\./);
    const arabic = await delivered(id, config, { locale: 'ar-EG' });
    expect(arabic.html).toContain('<html lang="ar" dir="rtl">');
    expect(arabic.subject).toBe('000000 هو رمز التحقق');
  });

  it.each(rendering)("$id sends the tenant's template, with its sender and reply address", async ({ id, config }) => {
    const details = {
      subject: 'Très “important”: {{code}} {{nothing.here}}',
      content: "<p>{{ code }} & {{locale}} {{user.name}} +*'()!~ ü</p>",
      replyTo: 'help@example.com',
      sendFrom: 'Bücher & Co',
    };
    const templates = [{ languageTag: 'fr', templateType: 'Generic', details }];
    expect((await api.call('PUT', '/email-templates', { templates })).status).toBe(200);
    const mail = await delivered(id, config, { locale: 'fr-CA' });
    expect(mail.subject).toBe('Très “important”: 000000 {{nothing.here}}');
    expect([mail.html, mail.text]).toEqual(["<p>000000 & fr-CA  +*'()!~ ü</p>", "000000 & fr-CA +*'()!~ ü"]);
    expect(mail.replyTo).toBe('help@example.com');
    const encoded = `=?utf-8?B?${Buffer.from('Bücher & Co').toString('base64')}?=`;
    expect(mail.from?.startsWith('Bücher & Co') || mail.from?.startsWith(encoded), mail.from).toBe(true);
    const plain = [{ ...templates[0], details: { ...details, contentType: 'text/plain' } }];
    await api.call('PUT', '/email-templates', { templates: plain });
    const text = await delivered(id, config, { locale: 'fr' });
    expect([text.html, text.text]).toEqual([undefined, "<p>000000 & fr  +*'()!~ ü</p>"]);
    await api.call('DELETE', '/email-templates?languageTag=fr');
  });

  const ownTemplates = { templates: [{ usageType: 'Generic', subject: 'Own {{code}}', content: '<b>{{code}}</b>' }] };
  it.each([
    ['aws-ses-mail', ownTemplates],
    ['aliyun-direct-mail', ownTemplates],
    ['sendgrid-email-service', { templates: [{ ...ownTemplates.templates[0], type: 'text/html' }] }],
    ['mailgun-email', { deliveries: { Generic: { subject: 'Own {{code}}', html: '<b>{{code}}</b>' } } }],
  ])('%s sends the template of its configuration', async (id, own) => {
    const { config } = counterparts.find((one) => one.id === id) as Counterpart;
    const mail = await delivered(id, { ...config, ...own });
    // The text of a Mailgun delivery is in its configuration.
    const text = id === 'mailgun-email' ? undefined : '000000';
    expect([mail.subject, mail.html, mail.text]).toEqual(['Own 000000', '<b>000000</b>', text]);
  });

  it('Mailgun and Postmark fill templates that are stored there', async () => {
    const [mailgun, postmark] = ['mailgun-email', 'postmark-mail'].map((id) =>
      counterparts.find((one) => one.id === id),
    ) as [Counterpart, Counterpart];
    const deliveriesOf = { Generic: { template: 'codes', variables: { shop: 'Ours' }, replyTo: 'help@example.com' } };
    expect(await delivered(mailgun.id, { ...mailgun.config, deliveries: deliveriesOf })).toMatchObject({
      ...{ template: 'codes', replyTo: 'help@example.com' },
      parameters: { shop: 'Ours', code: '000000', locale: 'en' },
    });
    const templates = [
      { usageType: 'Generic', templateAlias: 'codes' },
      { usageType: 'Generic', templateAlias: 'codes-de', languageTag: 'de' },
    ];
    for (const [locale, template] of [
      ['de-AT', 'codes-de'],
      ['it', 'codes'],
    ] as const) {
      expect(await delivered(postmark.id, { ...postmark.config, templates }, { locale })).toMatchObject({
        ...{ template, subject: undefined },
        parameters: { code: '000000', locale },
      });
    }
  });

  it('the built-in email service gets the message of the tenant, or the operator sends it', async () => {
    const { id, config } = counterparts.find((one) => one.id === 'tessera-email') as Counterpart;
    expect(await delivered(id, config)).toMatchObject({
      ...{ to: email, template: 'Generic' },
      parameters: { code: '000000', senderName: 'Shop', companyInformation: 'Shop Ltd, 1 Street' },
    });
    const answer = await attempt(id, { senderName: 'Shop' });
    expect(outcome(answer)).toEqual([501, 'connector.not_implemented']);
  });

  const writing = smsCounterparts.filter(({ config }) => !config.templates);
  it.each(writing)('$id sends its own text in the language of the reader, else the default', async ({ id, config }) => {
    expect((await delivered(id, config)).text).toMatch(/^Your verification code is 000000\./);
    const arabic = await delivered(id, config, { locale: 'ar' });
    expect(arabic.text).toMatch(/^رمز التحقق الخاص بك هو 000000/);
    const templates = [
      { usageType: 'Generic', content: '{{code}} & more' },
      { usageType: 'Generic', languageTag: 'de', content: 'Ihr Code: {{code}}' },
      { usageType: 'SignIn', content: 'another' },
    ];
    expect((await delivered(id, { ...config, templates }, { locale: 'de-CH' })).text).toBe('Ihr Code: 000000');
    const other = await delivered(id, { ...config, templates }, { locale: 'it' });
    expect(other.text).toBe('000000 & more');
    expect(other.to.replace('+', '')).toBe(phone);
    const own = '/message-templates/Sms/Generic/it';
    expect((await api.call('PUT', own, { content: 'Tuo {{code}}' })).status).toBe(200);
    expect((await delivered(id, { ...config, templates }, { locale: 'it' })).text).toBe('Tuo 000000');
    await api.call('DELETE', own);
  });

  it('templates stored at Alibaba Cloud and Tencent Cloud get the code, and nothing else', async () => {
    const [alibaba, tencent] = ['aliyun-short-message-service', 'tencent-short-message-service'].map((id) =>
      counterparts.find((one) => one.id === id),
    ) as [Counterpart, Counterpart];
    for (const [to, template] of [
      ['8613800001111', 'SMS_1'],
      [phone, 'SMS_2'],
    ] as const) {
      expect(await delivered(alibaba.id, alibaba.config, { to })).toMatchObject({
        ...{ to, template },
        parameters: { code: '000000' },
      });
    }
    expect(await delivered(tencent.id, tencent.config)).toMatchObject({
      ...{ to: `+${phone}`, template: '1110' },
      parameters: ['000000'],
    });
  });

  it('Yunpian and Twilio get numbers and options as they expect them', async () => {
    const [yunpian, twilio] = ['yunpian-sms', 'twilio-short-message-service'].map((id) =>
      counterparts.find((one) => one.id === id),
    ) as [Counterpart, Counterpart];
    expect((await delivered(yunpian.id, yunpian.config, { to: '8613800001111' })).to).toBe('13800001111');
    // A number of the United States that looks like a Chinese one without its country code.
    for (const to of [phone, '13105550123']) {
      expect((await delivered(yunpian.id, yunpian.config, { to })).to).toBe(`+${to}`);
    }
    expect((await delivered(twilio.id, twilio.config)).parameters).toEqual({ RiskCheck: 'enable' });
    const unchecked = { ...twilio.config, disableRiskCheck: true };
    expect((await delivered(twilio.id, unchecked)).parameters).toEqual({ RiskCheck: 'disable' });
  });

  const rejections = counterparts.flatMap(({ id, config, rejections: all }) =>
    all.map((rejection) => ({ id, config, ...rejection, what: JSON.stringify(rejection.change) })),
  );
  it.each(rejections)(
    '$id reports what the provider says about $what',
    async ({ id, config, change, to, ...expected }) => {
      const before = deliveries.length;
      const answer = await attempt(id, { ...config, ...change }, to ? { to } : {});
      expect(answer.json()).toMatchObject({
        code: `connector.${expected.code}`,
        details: expect.stringContaining(expected.details),
      });
      expect(deliveries).toHaveLength(before);
    },
  );

  it('the demo connector for SMS is set up by the operator only, and works', async () => {
    const { id, config, hosts } = tesseraSms;
    for (const host of hosts) {
      providers.on(host, (request) => tesseraSms.answer(request, (delivery) => deliveries.push(delivery)));
    }
    expect(outcome(await api.call('POST', '/connectors', { connectorId: id, config }))).toEqual([
      422,
      'connector.not_found_with_connector_id',
    ]);
    expect(outcome(await attempt(id, config))).toEqual([400, 'connector.not_found']);
    const sms = { connectorId: 'http-sms', config: { endpoint: 'https://sms.example.com' } };
    const created = (await api.call('POST', '/connectors', sms)).json() as { id: string };
    await server.query(`update connectors set connector_id = $1, config = $2 where id = $3`, [
      ...[id, JSON.stringify(config), created.id],
    ]);
    await server.query(`select pg_notify('tessera_changes', 'default/connectors')`);
    await expect.poll(async () => outcome(await api.call('POST', '/verification-codes', { phone }))).toEqual([204]);
    expect(deliveries.at(-1)).toMatchObject({ to: phone, template: 'Generic', parameters: { locale: 'en' } });
    expect((await api.call('GET', '/connectors')).json()).toMatchObject([
      { connectorId: id, isDemo: true, config: {} },
    ]);
    expect(outcome(await api.call('GET', `/connectors/${created.id}`))).toEqual([400, 'connector.not_found']);
    expect((await api.call('DELETE', `/connectors/${created.id}`)).status).toBe(204);
  });
});
