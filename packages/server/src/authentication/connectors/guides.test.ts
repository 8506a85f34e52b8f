// Every connector has a setup guide that names its fields, in Markdown that the console can show as steps.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { readSsoGuide, ssoGuideNames } from '@tessera/connectors/sso/sso-guides';
import type { SsoProviderName } from '@tessera/contract/sso-connectors';
import { describe, expect, it } from 'vitest';
import { createFactories, describeWithGuide } from './factories.ts';

const { all } = await createFactories(undefined, 'tessera');
const folder = join(import.meta.dirname, '../../../../connectors/guides');
const requiredLabels = ({ formItems = [] }: ReturnType<typeof describeWithGuide>) =>
  formItems.flatMap(({ required, label }) => (required ? [label] : []));
const connectorGuides = all.map((factory) => {
  const described = describeWithGuide(factory, ['en']);
  const { readme, type, isDemo } = described;
  const textId = factory.textId ?? factory.id;
  const url = textId === 'saml' ? 'assertionConsumerServiceUrl' : 'callbackUrl';
  const urls = type === 'Social' && !isDemo ? [url] : [];
  return { textId, readme, labels: requiredLabels(described), urls, lastSteps: ['Test'] };
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

const placeholders = ['callbackUrl', 'assertionConsumerServiceUrl', 'entityId', 'origin', 'code', 'scimBaseUrl'];
const unwanted =
  /\b(whoever|whatever|somebody|nobody|everybody|people|anew|thereby|whereupon|please|simply|easily|just|utilize|leverage|seamless\w*)\b|!/i;
const step = /^## \d+\. \S/;
/** Headings other than steps, quotes, ordered lists, images, rules and HTML. */
const otherBlocks = /^(#{1,6} |>|\d+\. |!\[|---|\* |\s+\S|<)/;

const withoutFences = (text: string) => text.replaceAll(/^```\w*\n[\s\S]*?^```$/gm, '');
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
