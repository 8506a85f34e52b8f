import type { TemplateType } from '@tessera/contract/messages';
import { describe, expect, it } from 'vitest';
import type { Message } from './connector.ts';
import { chooseTemplate, composeEmail, composeFor, composeText } from './message-templates.ts';
import { fillReplyTo, fillSender, formatSender, parseSender, senderOf } from './sender.ts';
import { fillTemplate } from './template.ts';

const message = (more: Partial<Message> = {}): Message => ({
  ...{ to: 'reader@example.com', type: 'SignIn', payload: { code: '123456' }, languages: ['de-CH', 'de', 'en'] },
  defaultContent: () => ({ subject: 'Default', html: '<p>default</p>', text: 'default' }),
  ...more,
});

describe('variables', () => {
  const payload = { code: '1', application: { name: '<b>', count: 2, isOwn: true }, other: null };
  it.each([
    ['{{code}} {{ code }}', '1 1'],
    ['{{application.name}} {{application.count}} {{application.isOwn}}', '<b> 2 true'],
    ['{{application.missing}}{{application}}{{other}}{{user.name}}{{organization.branding.logoUrl}}', ''],
    ['{{unknown}} {{__proto__.x}} {{constructor}}', '{{unknown}} {{__proto__.x}} {{constructor}}'],
    ['{{code', '{{code'],
    ['{{code}}{{#link}}, {{link}}{{/link}}{{#link}}!{{/link}}', '1'],
    ['{{#link}}a{{#link}}b{{/link}}c{{/link}}', '{{#link}}ac{{/link}}'],
  ])('%s', (template, expected) => expect(fillTemplate(template, payload)).toBe(expected));

  it('of a link can be in a part that needs one', () => {
    const template = '{{code}}{{#link}}, {{link}}{{/link}}{{#link}}!{{/link}}';
    expect(fillTemplate(template, { ...payload, link: 'https://a.example' })).toBe('1, https://a.example!');
  });

  it('are escaped in HTML', () => expect(fillTemplate('{{application.name}}', payload, true)).toBe('&lt;b&gt;'));
});

describe('templates', () => {
  const template = (usageType: TemplateType, languageTag?: string) => ({
    usageType,
    ...(languageTag && { languageTag }),
    content: `${usageType} ${languageTag} {{code}}`,
  });

  it('are chosen by type, then by language', () => {
    const all = [template('SignIn'), template('SignIn', 'en'), template('SignIn', 'DE'), template('Generic', 'de-CH')];
    expect(chooseTemplate(all, message())?.languageTag).toBe('DE');
    expect(chooseTemplate(all, message({ languages: ['fr'] }))).toBe(all[0]);
    expect(chooseTemplate(all.slice(1), message({ languages: ['fr'] }))).toBeUndefined();
    expect(composeText(message(), all)).toBe('SignIn DE 123456');
    expect(composeText(message(), [])).toBe('default');
    expect(composeText(message(), undefined)).toBe('default');
    const own = { subject: '', content: 'Own {{code}}', contentType: 'text/plain' as const };
    expect(composeText(message({ template: own }), all)).toBe('Own 123456');
  });

  it('of the tenant come before those of the connector, and the default last', () => {
    const details = { subject: 'Own\r\nBcc: {{code}}', content: '{{code}}', replyTo: 'a@example.com', sendFrom: 'Us' };
    const own = [{ ...template('SignIn'), subject: 'Theirs', contentType: 'text/plain' as const }];
    expect(composeEmail(message({ template: details }), own)).toEqual({
      ...{ subject: 'Own Bcc: 123456', html: '123456', text: '123456', replyTo: 'a@example.com', sendFrom: 'Us' },
    });
    expect(composeEmail(message(), own)).toEqual({ subject: 'Theirs', text: 'SignIn undefined 123456' });
    expect(composeEmail(message())).toEqual({ subject: 'Default', html: '<p>default</p>', text: 'default' });
  });
});

describe('messages of connectors that are not built in', () => {
  const templates = [{ usageType: 'SignIn', content: '<p>{{code}}</p>' }];

  it('have the same precedence of templates', () => {
    const [email, sms] = [composeFor('Email'), composeFor('Sms')];
    expect(email(message())).toEqual({ subject: 'Default', html: '<p>default</p>', text: 'default' });
    expect(email(message(), { templates })).toEqual({ subject: '', html: '<p>123456</p>', text: '123456' });
    expect(sms(message())).toEqual({ text: 'default' });
    expect(sms(message(), { templates })).toEqual({ text: '<p>123456</p>' });
    const template = { subject: 'Own', content: '{{code}}', contentType: 'text/plain' as const, sendFrom: 'Help' };
    expect(email(message({ template }), { templates, from: 'Shop <shop@example.com>' })).toEqual({
      ...{ subject: 'Own', text: '123456', from: '"Help" <shop@example.com>' },
    });
    expect(sms(message({ template }), { templates })).toEqual({ text: '123456' });
  });
});

describe('senders', () => {
  it('R81 values of a template never become an address', () => {
    const value = 'CEO <ceo@bank.example>, other@bank.example';
    const fill = (text: string) => text.replaceAll('{{name}}', value);
    const configured = { address: 'shop@example.com' };
    const name = 'CEO  ceo bank.example  other bank.example';
    expect(senderOf(configured, fillSender('{{name}}', fill))).toEqual({ ...configured, name });
    const own = fillSender('{{name}} <help@example.com>', fill);
    expect(senderOf(configured, own)).toEqual({ name, address: 'help@example.com' });
    expect(fillReplyTo('{{name}}', fill)).toBeUndefined();
    expect(fillReplyTo('{{email}}', () => 'ada@example.com')).toBe('ada@example.com');
    expect(fillReplyTo('Help <help@example.com>', fill)).toBe('Help <help@example.com>');
  });

  it.each([
    ['hello@example.com', { address: 'hello@example.com' }],
    ['Shop <hello@example.com>', { name: 'Shop', address: 'hello@example.com' }],
    ['"Shop, Ltd" <hello@example.com>', { name: 'Shop, Ltd', address: 'hello@example.com' }],
    ['<hello@example.com>', { address: 'hello@example.com' }],
  ])('%s', (text, expected) => expect(parseSender(text)).toEqual(expected));

  it('are written so that a name cannot be mistaken for an address', () => {
    expect(formatSender({ name: 'A "b" <c@d.example>', address: 'e@f.example' })).toBe(
      String.raw`"A \"b\" <c@d.example>" <e@f.example>`,
    );
    expect(formatSender({ name: 'Bücher', address: 'e@f.example' })).toBe('=?utf-8?B?QsO8Y2hlcg==?= <e@f.example>');
  });

  it('can have another name or address in a template', () => {
    const configured = { name: 'Shop', address: 'shop@example.com' };
    expect(senderOf(configured, undefined)).toEqual(configured);
    expect(senderOf(configured, 'Support')).toEqual({ name: 'Support', address: 'shop@example.com' });
    expect(senderOf(configured, 'Support <help@example.com>')).toEqual({
      name: 'Support',
      address: 'help@example.com',
    });
  });
});
