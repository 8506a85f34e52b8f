// The languages that the sign-in pages of this tenant speak.
import { languages } from '@tessera/phrases/languages';

export type AvailableLanguage = { tag: string; name: string };

const ownName = (tag: string): string => {
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
};

/** As people call it who speak it. */
export const languageName = (tag: string): string => languages.find((one) => one.tag === tag)?.name ?? ownName(tag);

export function useAvailableLanguages(): AvailableLanguage[] {
  return languages.map(({ tag }) => ({ tag, name: languageName(tag) }));
}
