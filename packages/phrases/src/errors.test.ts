import { type ErrorCode, errors } from '@tessera/contract/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import ar from './ar/errors.json' with { type: 'json' };
import de from './de/errors.json' with { type: 'json' };
import en from './en/errors.json' with { type: 'json' };
import { administratorMessage, type ErrorPhraseKey, errorLanguages, errorMessage } from './errors.ts';
import { languages } from './languages.ts';
import { lookUp, type Phrases } from './translate.ts';

const dictionaries: Record<string, Phrases> = { ar, de, en };
const codes = Object.keys(errors) as ErrorCode[];

const leaves = (phrases: Phrases, prefix = ''): [string, string][] =>
  Object.entries(phrases).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : leaves(value, `${prefix}${key}.`),
  );
const withoutPlural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
const placeholders = (text: string) => [...text.matchAll(/\{\{(.*?)\}\}/g)].map(([, name]) => name).sort();

// Texts without an error code: password issues, and the fallback for foreign codes.
const beyondCodes = (key: string) => key.startsWith('password_rejected.') || key === 'oidc.provider_error_fallback';

describe.each(Object.entries(dictionaries))('error texts in %s', (language, phrases) => {
  it('has a message for every code of the contract', () => {
    expect(codes.filter((code) => lookUp(phrases, code) === undefined)).toEqual([]);
  });

  it('has no unused message', () => {
    const strays = leaves(phrases)
      .map(([key]) => withoutPlural(key).replace(/^for_administrators\./, ''))
      .filter((key) => !Object.hasOwn(errors, key) && !beyondCodes(key));
    expect(strays).toEqual([]);
  });

  it('has the same keys as English, and every plural form of its language', () => {
    const keys = new Set(leaves(phrases).map(([key]) => key));
    const expected = leaves(en).flatMap(([key]) =>
      key.endsWith('_other')
        ? new Intl.PluralRules(language).resolvedOptions().pluralCategories.map((form) => key.replace(/other$/, form))
        : key.endsWith('_one')
          ? []
          : [key],
    );
    expect([...keys].sort()).toEqual([...expected].sort());
  });

  it('uses the placeholders of English', () => {
    for (const [key, text] of leaves(phrases)) {
      const base = withoutPlural(key);
      const english = lookUp(en, key) ?? lookUp(en, `${base}_other`) ?? '';
      const spelledOut = /_(zero|one|two)$/.test(key); // "in two minutes" needs no number
      if (!spelledOut || placeholders(text).length > 0) expect(placeholders(text), key).toEqual(placeholders(english));
    }
  });

  it('is plain prose: complete sentences, no exclamation marks, no stray spaces', () => {
    for (const [key, text] of leaves(phrases)) {
      expect(text, key).toMatch(/^\S.*[.]$/su);
      expect(text, key).not.toMatch(/!| {2}/);
    }
  });
});

describe('errorMessage', () => {
  it('uses the first supported language', () => {
    expect(errorMessage('user.suspended', ['fr', 'de-AT', 'ar'])).toBe(de.user.suspended);
    expect(errorMessage('user.suspended', ['ar-EG'])).toBe(ar.user.suspended);
    expect(errorMessage('user.suspended', ['fr'])).toBe(en.user.suspended);
    expect(errorMessage('user.suspended', [])).toBe(en.user.suspended);
  });

  it('fills in values', () => {
    expect(errorMessage('password_rejected.too_short', ['en'], { min: 8 })).toContain('8');
  });

  it('differs for administrators where they can fix the cause', () => {
    expect(administratorMessage('connector.general', ['de'])).toBe(de.for_administrators.connector.general);
    expect(administratorMessage('user.suspended', ['ar'])).toBe(ar.user.suspended);
    expect(administratorMessage('no.such_code', ['en'])).toBe(en.request.general);
    for (const text of Object.values(en.for_administrators.connector)) {
      expect(text).not.toMatch(/contact your administrator|sign in again/i);
    }
  });

  it('has every Arabic plural form', () => {
    const blocked = (count: number) =>
      errorMessage('session.verification_blocked_too_many_attempts', ['ar'], { count });
    const { session } = ar;
    expect(blocked(0)).toBe(session.verification_blocked_too_many_attempts_zero);
    expect(blocked(1)).toBe(session.verification_blocked_too_many_attempts_one);
    expect(blocked(2)).toBe(session.verification_blocked_too_many_attempts_two);
    expect(blocked(5)).toBe(session.verification_blocked_too_many_attempts_few.replace('{{count}}', '5'));
    expect(blocked(60)).toBe(session.verification_blocked_too_many_attempts_many.replace('{{count}}', '60'));
    expect(blocked(100)).toBe(session.verification_blocked_too_many_attempts_other.replace('{{count}}', '100'));
    expect(new Set([1, 2, 5, 60].map(blocked)).size).toBe(4);
  });

  it('has a variant without a number of minutes', () => {
    expect(errorMessage('session.verification_blocked_too_many_attempts', ['de'])).toBe(
      de.session.verification_blocked_too_many_attempts,
    );
  });

  it('has a fallback for unknown codes', () => {
    expect(errorMessage('oidc.slow_down', ['en'])).toBe(en.oidc.provider_error_fallback);
    expect(errorMessage('no.such_code', ['de'])).toBe(de.request.general);
    expect(errorMessage('user', ['en'])).toBe(en.request.general);
    expect(errorMessage('constructor.name', ['en'])).toBe(en.request.general);
  });

  it('never throws and never shows a key, for any locale and code (Z10)', () => {
    const locale = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[a-z]{2,3}(-[A-Za-z]{4})?(-[A-Z]{2})?(-u-[a-z]{2}-[a-z]{3,8})?$/),
      fc.constantFrom(...languages.map(({ tag }) => tag)),
    );
    const code = fc.oneof(fc.constantFrom(...codes), fc.string({ unit: 'binary' }), fc.constant('__proto__.toString'));
    const values = fc.option(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.double())), { nil: undefined });
    fc.assert(
      fc.property(fc.array(locale), code, values, (locales, anyCode, given) => {
        const message = errorMessage(anyCode, locales, given);
        expect(message.length).toBeGreaterThan(5);
        expect(message).not.toMatch(/\{\{|^[a-z_]+(\.[a-z_]+)+$/);
      }),
      { numRuns: 500 },
    );
  });

  it('types its keys with plural forms collapsed', () => {
    const key: ErrorPhraseKey = 'session.verification_blocked_too_many_attempts';
    // @ts-expect-error a plural form is not a key
    const form: ErrorPhraseKey = 'session.verification_blocked_too_many_attempts_other';
    // every error code is a key: a code without text does not compile
    const all: readonly ErrorPhraseKey[] = codes;
    expect([key, form, ...all]).toHaveLength(codes.length + 2);
  });

  it('knows three languages', () => {
    expect(errorLanguages).toEqual(['ar', 'de', 'en']);
  });
});
