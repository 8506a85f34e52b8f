// The languages that the sign-in pages of this tenant speak: ours, and those that it has added.
import { useQuery } from '@tanstack/react-query';
import { nativeName } from '@tessera/phrases/language-tags';
import { languages } from '@tessera/phrases/languages';
import { useServices } from '../app/services.tsx';
import { customPhrasesQuery } from './query.ts';

export type AvailableLanguage = { tag: string; name: string };

export const isBuiltIn = (tag: string): boolean => languages.some((language) => language.tag === tag);

export function useAvailableLanguages(): AvailableLanguage[] {
  const { api } = useServices();
  const { data } = useQuery(customPhrasesQuery(api));
  const tags = new Set([...languages.map(({ tag }) => tag), ...(data ?? []).map(({ languageTag }) => languageTag)]);
  return [...tags].sort().map((tag) => ({ tag, name: nativeName(tag) }));
}
