// Languages of the tenant's sign-in pages: built-in and added ones.
import { useQuery } from '@tanstack/react-query';
import { nativeName } from '@tessera/phrases/language-tags';
import { translatedLanguages } from '@tessera/phrases/languages';
import { useServices } from '../../app/services.tsx';
import { useExperience } from './experience-context.ts';
import { customPhrasesQuery } from './query.ts';

export type AvailableLanguage = { tag: string; name: string };

export const isBuiltIn = (tag: string): boolean => translatedLanguages.some((language) => language.tag === tag);

export function useAvailableLanguages(): AvailableLanguage[] {
  const { api } = useServices();
  const { experience } = useExperience();
  const { data } = useQuery(customPhrasesQuery(api));
  const tags = new Set([
    ...translatedLanguages.map(({ tag }) => tag),
    ...(data ?? []).map(({ languageTag }) => languageTag),
    // The API accepts a default language before it has texts.
    experience.languageInfo.fallbackLanguage,
  ]);
  return [...tags].sort().map((tag) => ({ tag, name: nativeName(tag) }));
}
