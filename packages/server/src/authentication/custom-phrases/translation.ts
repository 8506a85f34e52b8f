// Validates that a translation only has keys of the English phrases, and drops empty texts.
import type { Translation } from '@tessera/contract/custom-phrases';
import { RequestError } from '../../infrastructure/http/request-error.ts';

type Tree = { readonly [key: string]: string | Tree };

const longestText = 4096;
const plural = /_(zero|one|two|few|many|other)$/;
const refused = (key: string) => new RequestError('localization.invalid_translation_structure', { data: { key } });

/** Plural forms differ between languages: any form is allowed if English has one. */
const counterpart = (english: Tree, key: string): string | Tree | undefined => {
  if (Object.hasOwn(english, key)) return english[key];
  const other = key.replace(plural, '_other');
  return plural.test(key) && Object.hasOwn(english, other) ? english[other] : undefined;
};

export const checkedTranslation = (given: object, english: Tree, path = ''): Translation => {
  const entries = Object.entries(given).flatMap(([key, value]: [string, unknown]): [string, string | Translation][] => {
    const place = `${path}${key}`;
    const known = counterpart(english, key);
    if (typeof value === 'string' && typeof known === 'string' && value.length <= longestText) {
      return value === '' ? [] : [[key, value]];
    }
    const isTree = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isTree || typeof known !== 'object') throw refused(place);
    const below = checkedTranslation(value, known, `${place}.`);
    return Object.keys(below).length === 0 ? [] : [[key, below]];
  });
  return Object.fromEntries(entries);
};
