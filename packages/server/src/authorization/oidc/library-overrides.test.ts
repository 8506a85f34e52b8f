// Fails when an upgrade of oidc-provider changes something the server overrides, reimplements or relies on.
import { createHash, generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Provider from 'oidc-provider';
import { describe, expect, it } from 'vitest';
import {
  assertLibrary,
  librarySource,
  type OverriddenName,
  overriddenMethods,
  overrideMethod,
  reliedOnSources,
} from './library-overrides.ts';

const libraryFolder = new URL('.//', import.meta.resolve('oidc-provider'));
const sourceFolder = join(import.meta.dirname, '../..');

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const newProvider = () =>
  new Provider('http://localhost', {
    adapter: () => ({}) as never,
    jwks: { keys: [privateKey.export({ format: 'jwk' }) as never] },
    cookies: { keys: ['key'] },
    features: { devInteractions: { enabled: false } },
  });

/** Ignores comments and layout. */
const digestOfSource = (text: string) =>
  createHash('sha256')
    .update(
      text
        .replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .digest('base64url')
    .slice(0, 16);

const reviewed = (name: string, usedBy: string, review: string) =>
  `oidc-provider changed ${name}. Compare it with ${usedBy} and adapt that if needed. ${review} Then note the new digest in library-overrides.ts.`;

describe('the installed oidc-provider', () => {
  it.each(Object.keys(overriddenMethods) as OverriddenName[])('has the overridden method: %s', (name) => {
    const { digest, usedBy, review } = overriddenMethods[name];
    expect(digestOfSource(librarySource(newProvider(), name)), reviewed(name, usedBy, review)).toBe(digest);
  });

  it.each(Object.entries(reliedOnSources))('has the source we rely on: %s', (name, expected) => {
    const text = readFileSync(new URL(name, libraryFolder), 'utf8');
    expect(digestOfSource(text), reviewed(name, expected.usedBy, expected.review)).toBe(expected.digest);
  });
});

describe('the startup check', () => {
  it('accepts the installed library', () => {
    expect(() => assertLibrary(newProvider())).not.toThrow();
  });

  it('rejects a library without a method', () => {
    const provider = newProvider();
    delete (overriddenMethods['Client#compareClientSecret'].owner(provider) as { compareClientSecret?: unknown })
      .compareClientSecret;
    expect(() => assertLibrary(provider)).toThrow(
      'The installed oidc-provider has no Client#compareClientSecret as authorization/oidc/named-secrets.ts expects it: install the version of package-lock.json.',
    );
  });

  it('rejects a method with other parameters', () => {
    const provider = newProvider();
    const replace = () => overrideMethod<(...args: never[]) => unknown>(provider, 'Client.find', () => () => undefined);
    replace();
    expect(replace).toThrow('has no Client.find as authorization/oidc/remembered-clients.ts expects it');
  });

  it('passes the original to the override, and the override replaces it', () => {
    const provider = newProvider();
    const original = (provider.Client.prototype as unknown as { compareClientSecret: unknown }).compareClientSecret;
    const replacement = (presented: string) => presented === 'right';
    overrideMethod<(presented: string) => boolean>(provider, 'Client#compareClientSecret', (found) => {
      expect(found).toBe(original);
      return replacement;
    });
    expect((provider.Client.prototype as unknown as { compareClientSecret: unknown }).compareClientSecret).toBe(
      replacement,
    );
  });
});

describe('the list', () => {
  const files = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('library-overrides.ts'),
  );
  const textOf = (name: string) => readFileSync(join(sourceFolder, name), 'utf8');

  it('names files that exist', () => {
    const named = [...Object.values(overriddenMethods), ...Object.values(reliedOnSources)].flatMap(({ usedBy }) =>
      usedBy.split(', '),
    );
    expect(named.filter((name) => !files.includes(name))).toEqual([]);
  });

  it("is complete: no other file changes or imports the library's internals", () => {
    // Methods of models, files below lib/, and undocumented properties of provider instances.
    const inside =
      /oidc-provider\/|Object\.definePropert|(?:Client|Grant|Session|Interaction|AccessToken|RefreshToken|IdToken)\b[^\n;]*\.prototype|\.prototype\.\w+ = |\.(?:find|adapter|save|verify) = /;
    const touching = files.filter((name) => /oidc-provider|Provider|consent\//.test(textOf(name)));
    expect(touching.length).toBeGreaterThan(20);
    expect(touching.filter((name) => inside.test(textOf(name)))).toEqual([
      'authorization/oidc/backchannel-logout.ts',
      'authorization/oidc/grants/proof.ts',
    ]);
  });

  it('is used by every file it names for a method', () => {
    for (const { usedBy } of Object.values(overriddenMethods)) {
      expect(textOf(usedBy)).toMatch(/overrideMethod<|saveGrantBy\(/);
    }
  });
});
