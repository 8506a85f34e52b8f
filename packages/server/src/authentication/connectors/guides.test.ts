// Every connector has a setup guide that names its fields, in Markdown that the console can show as steps.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { readSsoGuide, ssoGuideNames } from '@tessera/connectors/sso/sso-guides';
import type { SsoProviderName } from '@tessera/contract/sso-connectors';
import { describe, expect, it } from 'vitest';
import { createFactories, describeWithGuide } from './factories.ts';

/** The provider's console, linked by the first step; other connectors have none, or one for each customer. */
const consoles: Readonly<Record<string, string>> = {
  'alipay-native': 'open.alipay.com',
  'alipay-web': 'open.alipay.com',
  'aliyun-direct-mail': 'dm.console.aliyun.com',
  'aliyun-short-message-service': 'dysms.console.aliyun.com',
  'amazon-universal': 'developer.amazon.com',
  'apple-universal': 'developer.apple.com',
  'aws-ses-mail': 'console.aws.amazon.com',
  'azuread-universal': 'entra.microsoft.com',
  'dingtalk-web': 'open-dev.dingtalk.com',
  'discord-universal': 'discord.com',
  'facebook-universal': 'developers.facebook.com',
  'feishu-web': 'open.feishu.cn',
  'gatewayapi-sms': 'gatewayapi.com',
  'github-universal': 'github.com',
  'gitlab-universal': 'gitlab.com',
  'google-universal': 'console.cloud.google.com',
  'huggingface-universal': 'huggingface.co',
  'kakao-universal': 'developers.kakao.com',
  'kook-universal': 'developer.kookapp.cn',
  'line-universal': 'developers.line.biz',
  'linkedin-universal': 'www.linkedin.com',
  'mailgun-email': 'app.mailgun.com',
  'naver-universal': 'developers.naver.com',
  'patreon-universal': 'www.patreon.com',
  'postmark-mail': 'account.postmarkapp.com',
  'qq-universal': 'connect.qq.com',
  'sendgrid-email-service': 'app.sendgrid.com',
  'slack-universal': 'api.slack.com',
  'smsaero-short-message-service': 'smsaero.ru',
  'tencent-short-message-service': 'console.cloud.tencent.com',
  'twilio-short-message-service': 'console.twilio.com',
  'vonage-sms': 'dashboard.nexmo.com',
  'wechat-native': 'open.weixin.qq.com',
  'wechat-web': 'open.weixin.qq.com',
  'wecom-universal': 'work.weixin.qq.com',
  'x-universal': 'developer.x.com',
  'xiaomi-universal': 'dev.mi.com',
  'yunpian-sms': 'www.yunpian.com',
  'enterprise-sso/azure-ad': 'entra.microsoft.com',
  'enterprise-sso/azure-ad-oidc': 'entra.microsoft.com',
  'enterprise-sso/google-workspace': 'console.cloud.google.com',
};
const withoutConsole = [
  ...['http-email', 'http-sms', 'oauth2', 'oidc', 'saml', 'simple-mail-transfer-protocol'],
  ...['tessera-email', 'tessera-sms', 'social-demo'],
  ...['enterprise-sso/oidc', 'enterprise-sso/okta', 'enterprise-sso/saml'],
];
/** Providers that ask for the domain alone. */
const byDomain = ['wechat-web', 'wecom-universal'];

const { all } = await createFactories(undefined, 'tessera');
const folder = join(import.meta.dirname, '../../../../connectors/guides');
const requiredLabels = ({ formItems = [] }: ReturnType<typeof describeWithGuide>) =>
  formItems.flatMap(({ required, label }) => (required ? [label] : []));
/** The test on the connector's page; apps for phones have none. */
const testOf = ({ type, platform, isDemo }: ReturnType<typeof describeWithGuide>) => {
  if (isDemo || platform === 'Native') return '';
  return { Email: 'Send a test email', Sms: 'Send a test SMS', Social: '**Test connection**' }[type];
};
const connectorGuides = all.map((factory) => {
  const described = describeWithGuide(factory, ['en']);
  const { readme, type, isDemo } = described;
  const textId = factory.textId ?? factory.id;
  const url = textId === 'saml' ? 'assertionConsumerServiceUrl' : byDomain.includes(textId) ? 'domain' : 'callbackUrl';
  const urls = type === 'Social' && !isDemo ? [url] : [];
  return { textId, readme, labels: requiredLabels(described), urls, lastSteps: ['Test'], test: testOf(described) };
});

const client = ['Client ID', 'Client secret', 'Email domains'];
const openId = { labels: [...client, 'Issuer'], urls: ['callbackUrl'] };
const saml = { labels: ['Metadata URL', 'Email domains'], urls: ['entityId', 'assertionConsumerServiceUrl'] };
/** Of enterprise SSO connectors, by provider. */
const expectedOf = (name: SsoProviderName) => {
  if (name === 'SAML' || name === 'AzureAD') return saml;
  return name === 'GoogleWorkspace' ? { ...openId, labels: client } : openId;
};
const ssoGuides = (Object.keys(ssoGuideNames) as SsoProviderName[]).map((name) => ({
  textId: `enterprise-sso/${ssoGuideNames[name]}`,
  readme: readSsoGuide(name),
  ...expectedOf(name),
  lastSteps: ['Test', 'Provision users'],
}));
const guides = [...connectorGuides, ...ssoGuides];

it('names the origins that Google One Tap requires', () => {
  expect(guides.find(({ textId }) => textId === 'google-universal')?.readme).toContain('{{origin}}');
});

it.each(['http-email', 'http-sms'])('names all parts of the request in %s', (textId) => {
  const { readme } = connectorGuides.find((guide) => guide.textId === textId) ?? { readme: '' };
  expect(['to', 'type', 'payload', 'message'].filter((part) => !new RegExp(`["\`]${part}["\`]`).test(readme))).toEqual(
    [],
  );
});

it('ends with the test on the page of the connector', () => {
  const lastStep = (readme: string) => readme.split(/^## /m).at(-1) ?? '';
  const others = connectorGuides.filter(({ readme, test }) => !lastStep(readme).includes(test));
  expect(others.map(({ textId }) => textId)).toEqual([]);
});

const placeholders = [
  ...['callbackUrl', 'assertionConsumerServiceUrl', 'entityId', 'origin', 'domain', 'scimBaseUrl'],
  // Of message templates.
  'code',
];
const unwanted =
  /\b(whoever|whatever|somebody|nobody|everybody|people|anew|thereby|whereupon|please|simply|easily|just|utilize|leverage|seamless\w*)\b|!/i;
const step = /^## \d+\. \S/;
/** Headings other than steps, quotes, tables, images, rules, other marks of lists, and HTML. */
const otherBlocks = /^ *(#{1,6} |>|\||!\[|---|\* |\d+\) |<)/;

const withoutFences = (text: string) => text.replaceAll(/^ *```\w*\n[\s\S]*?^ *```$/gm, '');
const withoutCode = (text: string) => withoutFences(text).replaceAll(/`[^`\n]*`/g, '');

it('has no guide without a connector', () => {
  const files = globSync('**/*.md', { cwd: folder }).map((file) => file.replaceAll('\\', '/'));
  expect(files.sort()).toEqual(guides.map(({ textId }) => `${textId}.md`).sort());
});

describe.each(guides)('$textId', ({ readme, labels, urls, lastSteps, textId }) => {
  const isOwn = ['tessera-email', 'tessera-sms', 'social-demo'].includes(textId);

  it('has four to seven numbered steps up to the test, which only provisioning follows', () => {
    const steps = [...readme.matchAll(/^## (\d+)\. (\S.*)$/gm)].map(([, number, title]) => [Number(number), title]);
    expect(readme.startsWith('## 1. ')).toBe(true);
    expect(steps.map(([number]) => number)).toEqual(steps.map((_, index) => index + 1));
    expect(steps.slice(-lastSteps.length).map(([, title]) => title)).toEqual(lastSteps);
    const upToTest = steps.length - lastSteps.length + 1;
    expect(upToTest).toBeGreaterThanOrEqual(4);
    expect(upToTest).toBeLessThanOrEqual(7);
    expect(readme.split('\n').length).toBeLessThanOrEqual(60);
  });

  it('names every required field', () => {
    expect(labels.filter((label) => !readme.includes(`**${label}**`))).toEqual([]);
  });

  it('has known placeholders, and the URLs that the provider needs', () => {
    const used = [...readme.matchAll(/\{\{\s*(.*?)\s*\}\}/g)].map(([, name = '']) => name);
    expect(used.filter((name) => !placeholders.includes(name))).toEqual([]);
    expect(urls.filter((url) => !used.includes(url))).toEqual([]);
  });

  it('links to documentation by https', () => {
    const links = [...readme.matchAll(/\]\(([^)]*)\)/g)].map(([, url = '']) => url);
    expect(links.filter((url) => !url.startsWith('https://') || !URL.canParse(url))).toEqual([]);
    if (!isOwn) expect(links).not.toEqual([]);
  });

  it("links to the provider's console in the first step", () => {
    const [, first = ''] = readme.split(/^## /m);
    const hosts = [...first.matchAll(/\]\(([^)]*)\)/g)].map(([, url = '']) => new URL(url).hostname);
    if (withoutConsole.includes(textId)) expect(consoles).not.toHaveProperty([textId]);
    else expect(hosts).toEqual([consoles[textId]]);
  });

  it('has only Markdown that the console shows', () => {
    const lines = withoutFences(readme).split('\n');
    expect(lines.filter((line) => otherBlocks.test(line) && !step.test(line))).toEqual([]);
    const text = withoutCode(readme).replaceAll(/\*\*[^*\n]+\*\*/g, '');
    expect(text.match(/\*|<[a-z/]|_\w+_|```/g) ?? []).toEqual([]);
  });

  it('has valid examples', () => {
    for (const [, json = ''] of readme.matchAll(/^```json\n([\s\S]*?)^```$/gm)) JSON.parse(json);
  });

  it('is plain English', () => {
    // Names of fields and menus stay as they are.
    const words = withoutCode(readme).replaceAll(/\]\([^)]*\)|\*\*[^*\n]+\*\*/g, ']');
    expect(words.match(unwanted)?.[0]).toBeUndefined();
  });
});
