// Phrase lookup and interpolation: the subset of i18next's format that the server and the sign-in app need.

export type Phrases = { readonly [key: string]: string | Phrases };
export type PhraseValues = { readonly [name: string]: string | number };

type WithoutPlural<Key extends string> = Key extends
  | `${infer Base}_zero`
  | `${infer Base}_one`
  | `${infer Base}_two`
  | `${infer Base}_few`
  | `${infer Base}_many`
  | `${infer Base}_other`
  ? Base
  : Key;

/** The dotted keys of all texts in T; plural forms count as one key. */
export type PhraseKey<T> = string extends keyof T
  ? string
  : {
      [Key in keyof T & string]: T[Key] extends string ? WithoutPlural<Key> : `${Key}.${PhraseKey<T[Key]>}`;
    }[keyof T & string];

/** The text with exactly this dotted key; an empty one counts as missing. */
export function lookUp(phrases: Phrases, key: string): string | undefined {
  let node: string | Phrases | undefined = phrases;
  for (const part of key.split('.')) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, part)) return undefined;
    node = node[part];
  }
  return typeof node === 'string' && node !== '' ? node : undefined;
}

function pluralOf(count: number, language: string): string {
  try {
    return new Intl.PluralRules(language).select(count);
  } catch {
    return 'other'; // not a language tag
  }
}

function find(phrases: Phrases, key: string, count: string | number | undefined, language: string): string | undefined {
  if (typeof count !== 'number') return lookUp(phrases, key) ?? lookUp(phrases, `${key}_other`);
  return (
    (count === 0 ? lookUp(phrases, `${key}_zero`) : undefined) ??
    lookUp(phrases, `${key}_${pluralOf(count, language)}`) ??
    lookUp(phrases, `${key}_other`) ??
    lookUp(phrases, key)
  );
}

const fillIn = (text: string, values: PhraseValues): string =>
  text.replace(/\{\{-?\s*(\w+)\s*\}\}/g, (_, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : '',
  );

// Users should never see `user.not_there`; "Not there" is the best fallback for a missing text.
function asWords(key: string): string {
  const words = key.slice(key.lastIndexOf('.') + 1).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The text of `key`, else the English one, else words made from the key. `values.count` selects the plural form. */
export function translate(
  phrases: Phrases,
  key: string,
  values: PhraseValues = {},
  language = 'en',
  english: Phrases = phrases,
): string {
  const count = Object.hasOwn(values, 'count') ? values.count : undefined;
  const text = find(phrases, key, count, language) ?? find(english, key, count, 'en');
  return text === undefined ? asWords(key) : fillIn(text, values);
}
