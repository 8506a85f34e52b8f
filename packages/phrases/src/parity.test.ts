// Complete languages have every English text: same keys, all plural forms, same placeholders.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { translatedLanguages } from './languages.ts';
import type { Phrases } from './translate.ts';

const files = globSync('**/*.json', { cwd: join(import.meta.dirname, 'en') });
const read = (language: string, file: string) =>
  leaves(JSON.parse(readFileSync(join(import.meta.dirname, language, file), 'utf8')));

const leaves = (phrases: Phrases, prefix = ''): [string, string][] =>
  Object.entries(phrases).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : leaves(value, `${prefix}${key}.`),
  );
const placeholders = (text: string) => new Set([...text.matchAll(/\{\{-?\s*(\w+)/g)].map(([, name]) => name));
const plural = /_(zero|one|two|few|many|other)$/;

it('offers exactly the languages that have texts', () => {
  const folders = globSync('*/sign-in.json', { cwd: import.meta.dirname }).map((path) => dirname(path));
  expect(translatedLanguages.map(({ tag }) => tag)).toEqual(folders.sort());
});

it('finds the files', () => expect(files.length).toBeGreaterThan(4));

describe.each(['de', 'ar'])('%s', (language) => {
  it.each(files)('%s has all English texts', (file) => {
    const english = read('en', file);
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const isPlural = (key: string) => english.some(([other]) => other === key.replace(plural, '_other'));
    const expected = english.flatMap(([key]) => {
      if (!plural.test(key) || !isPlural(key)) return [key];
      return key.endsWith('_other') ? categories.map((form) => key.replace(plural, `_${form}`)) : [];
    });
    const own = read(language, file);
    const zero = (key: string) => key.endsWith('_zero') && isPlural(key);
    expect(new Set(own.map(([key]) => key).filter((key) => !zero(key)))).toEqual(
      new Set(expected.filter((key) => !zero(key))),
    );
    const meanings = new Map(english);
    for (const [key, text] of own) {
      const source = meanings.get(key) ?? meanings.get(key.replace(plural, '_other'));
      const known = placeholders(source ?? '');
      expect(
        [...placeholders(text)].filter((name) => !known.has(name)),
        key,
      ).toEqual([]);
    }
  });
});
