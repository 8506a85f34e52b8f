// Every guide is complete and uses only markup that the view supports.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPageOrigin } from '@tessera/contract/redirect-uri';
import phrases from '@tessera/phrases/en/console/guides.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { compileGuide } from './compile.ts';
import { type Block, runTitles } from './guide.ts';
import { apiGuides, guides } from './registry.ts';
import { placeholder, placeholders } from './values.ts';

const folder = join(import.meta.dirname, 'content');
const languages = [
  ...['astro', 'cs', 'dart', 'go', 'html', 'ini', 'java', 'js', 'json', 'jsx', 'kotlin', 'php', 'py'],
  ...['rb', 'svelte', 'swift', 'ts', 'tsx', 'vue', 'xml', 'yaml'],
];
/** How URIs begin where the platform defines them, or the application runs elsewhere. */
const ownUris = new Map<string, string>([
  ['native-electron', 'http://127.0.0.1/'],
  ['spa-chrome-extension', 'https://your-extension-id.chromiumapp.org/'],
  ['spa-webflow', 'https://www.example.com/'],
  ['web-gpt-plugin', 'https://chatgpt.com/'],
]);
/** Products that call no APIs, or don't sign users out. */
const callsNoApi = new Set<string>(['web-outline']);
const hasNoSignOut = new Set<string>(['web-gpt-plugin']);
/** Its pages have an origin that no redirect URI has. */
const allowsOrigin = new Set<string>(['spa-chrome-extension']);
const isWeb = (target: string) => target === 'SPA' || target === 'Traditional';
const hasSecret = (target: string) => target === 'Traditional' || target === 'MachineToMachine';

it('has exactly one file per guide in the registry', () => {
  const files = readdirSync(folder).map((file) => file.replace(/\.md$/, ''));
  expect(files.sort()).toEqual([...guides, ...apiGuides].map(({ id }) => id).sort());
});

it('sorts guides by order, then by ID', () => {
  const sorted = guides.toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
  expect(guides.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
  expect(Object.keys(phrases.descriptions).sort()).toEqual([...guides, ...apiGuides].map(({ id }) => id).sort());
  for (const description of Object.values(phrases.descriptions)) expect(description.length).toBeLessThan(100);
});

const read = (id: string) => {
  const markdown = readFileSync(join(folder, `${id}.md`), 'utf8');
  return { markdown, ...compileGuide(markdown) };
};

describe.each(guides)('$id', ({ id, target }) => {
  const { markdown, steps } = read(id);
  const blocks = steps.flatMap((step) => step.blocks);
  const all = <K extends Block['kind']>(kind: K) =>
    blocks.filter((block): block is Extract<Block, { kind: K }> => block.kind === kind);

  it('uses only known placeholders', () => {
    const used = [...markdown.matchAll(placeholder)].map(([, name]) => name);
    expect(used.filter((name) => !placeholders.some((known) => known === name))).toEqual([]);
    expect(used).toEqual(expect.arrayContaining(['issuer', 'appId']));
  });

  it('has uniquely named, non-empty steps', () => {
    const titles = steps.map(({ title }) => title);
    expect(titles.length).toBeGreaterThanOrEqual(5);
    expect(new Set(titles).size).toBe(titles.length);
    expect(steps.filter((step) => step.blocks.length === 0)).toEqual([]);
    expect(titles.filter((title) => runTitles.includes(title))).toHaveLength(1);
    if (!callsNoApi.has(id)) expect(titles).toContain(target === 'MachineToMachine' ? 'Call the API' : 'Call your API');
    if (target !== 'MachineToMachine') {
      expect(titles).toEqual(expect.arrayContaining(['Register redirect URIs', 'Sign in and out', 'Run and test']));
    }
  });

  it('labels all code with its language and file', () => {
    const files = all('file');
    expect(files.length).toBeGreaterThan(0);
    for (const { language, file, code } of files) {
      expect(languages).toContain(language);
      expect(file).toMatch(/^[\w.+[\]/-]+$/);
      expect(code.trim()).not.toBe('');
    }
    const whole = files.filter(({ part }) => !part).map(({ file }) => file);
    expect(new Set(whole).size).toBe(whole.length);
    for (const { packages } of all('install')) expect(packages.filter((name) => !/^.+@\d/.test(name))).toEqual([]);
  });

  it('asks for the URIs the application needs', () => {
    const inputs = Object.fromEntries(all('uri-input').map(({ field, suggestion }) => [field, suggestion]));
    const signOut = hasNoSignOut.has(id) ? [] : ['postLogoutRedirectUris'];
    const origins = allowsOrigin.has(id) ? ['corsAllowedOrigins'] : [];
    const fields = target === 'MachineToMachine' ? [] : [...origins, ...signOut, 'redirectUris'];
    expect(Object.keys(inputs).sort()).toEqual(fields);
    const begin = ownUris.get(id) ?? (isWeb(target) ? 'http://localhost:3000/' : 'io.{{namespace}}://');
    const { corsAllowedOrigins: origin, ...uris } = inputs;
    if (origin !== undefined) expect(isPageOrigin(origin)).toBe(true);
    for (const suggestion of Object.values(uris)) expect(suggestion.startsWith(begin)).toBe(true);
  });

  it('shows the secret only if there is one', () => {
    expect(all('credentials').length).toBe(hasSecret(target) ? 1 : 0);
    expect(markdown.includes('{{appSecret}}')).toBe(hasSecret(target));
  });

  it('requests refresh tokens as the server requires, with PKCE', () => {
    if (target === 'MachineToMachine') return;
    expect(markdown).toContain('offline_access');
    expect(markdown).toMatch(/consent/i);
    expect(markdown).toContain('S256');
    if (!callsNoApi.has(id)) expect(markdown).toContain('resource');
  });
});

describe.each(apiGuides)('$id', ({ id }) => {
  const { markdown, steps } = read(id);
  const blocks = steps.flatMap((step) => step.blocks);

  it('uses only known placeholders, and needs no application', () => {
    const used = new Set([...markdown.matchAll(placeholder)].map(([, name]) => name));
    expect([...used].sort()).toEqual(['apiIdentifier', 'appPort', 'issuer']);
    expect(blocks.filter(({ kind }) => kind === 'credentials' || kind === 'uri-input')).toEqual([]);
  });

  it('leads from verification to a running API', () => {
    expect(steps.map(({ title }) => title)).toEqual([
      'How it works',
      'Install the libraries',
      'Verify access tokens',
      'Protect your routes',
      'Run and test',
    ]);
    for (const block of blocks) if (block.kind === 'file') expect(languages).toContain(block.language);
  });

  it('checks signature, issuer, audience, type and permission', () => {
    const code = blocks.flatMap((block) => (block.kind === 'file' ? block.code : [])).join('\n');
    for (const part of ['/jwks', '{{issuer}}', '{{apiIdentifier}}', 'at+jwt', 'read:orders']) {
      expect(code).toContain(part);
    }
  });
});
