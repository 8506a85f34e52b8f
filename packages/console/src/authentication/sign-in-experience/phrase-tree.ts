// Converts phrases between the stored tree and the edited list of paths.
import type { JsonObject } from '@tessera/contract/fields';

export type PhraseTree = { [key: string]: string | PhraseTree };
/** Texts by dotted path. */
export type PhraseList = Readonly<Record<string, string>>;

const linesOf = (tree: JsonObject | PhraseTree, before: string): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] => {
    if (typeof value === 'string') return [[`${before}${key}`, value]];
    const isTree = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isTree ? linesOf(value, `${before}${key}.`) : [];
  });

export const phraseList = (tree: JsonObject | PhraseTree): PhraseList => Object.fromEntries(linesOf(tree, ''));

/** Omits empty texts. */
export const phraseTree = (list: PhraseList): PhraseTree => {
  const tree: PhraseTree = {};
  for (const [path, text] of Object.entries(list)) {
    if (text.trim() === '') continue;
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    let place = tree;
    for (const key of keys) {
      const below = place[key];
      const next = typeof below === 'object' ? below : {};
      place[key] = next;
      place = next;
    }
    place[last] = text;
  }
  return tree;
};

/** Used only on built-in pages that tenants cannot customize. */
const hidden = ['development_tenant', 'demo_app'];

export const phraseGroups = (list: PhraseList): { group: string; paths: string[] }[] => {
  const groups = Map.groupBy(Object.keys(list), (path) => path.split('.')[0] ?? '');
  return [...groups].filter(([group]) => !hidden.includes(group)).map(([group, paths]) => ({ group, paths }));
};

/** Phrases whose key, text or override contains the search words. */
export const foundPhrases = (source: PhraseList, own: PhraseList, words: string): PhraseList => {
  const wanted = words.trim().toLowerCase();
  const entries = Object.entries(source).filter(([path, text]) =>
    `${path}\n${text}\n${own[path] ?? ''}`.toLowerCase().includes(wanted),
  );
  return Object.fromEntries(entries);
};

const said = (list: PhraseList) => Object.entries(list).filter(([, text]) => text.trim() !== '');

export const isSameList = (one: PhraseList, other: PhraseList): boolean =>
  said(one).length === said(other).length && said(one).every(([path, text]) => other[path] === text);
