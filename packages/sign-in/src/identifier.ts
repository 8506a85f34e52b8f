// Reads what a person typed into the one identifier field as the kind of identifier it is.
import type { Identifier } from '@tessera/contract/experience';
import type { SignInIdentifier } from '@tessera/contract/sign-in-experience';
import type { Translate } from './app-context.ts';

const patterns = { email: /^\S+@\S+\.\S+$/, phone: /^\+?[\d\s().-]{5,}$/, username: /^[A-Z_a-z]\w*$/ };

export const isUsername = (text: string) => patterns.username.test(text);

/** The identifier among the accepted kinds, or nothing when the text is none of them. */
export const readIdentifier = (text: string, accepted: readonly SignInIdentifier[]): Identifier | undefined => {
  const trimmed = text.trim();
  const type = (['email', 'phone', 'username'] as const).find(
    (kind) => accepted.includes(kind) && patterns[kind].test(trimmed),
  );
  return type && { type, value: type === 'phone' ? trimmed.replace(/\D/g, '') : trimmed };
};

export const showIdentifier = ({ type, value }: Identifier) => (type === 'phone' ? `+${value}` : value);

/** "email address, phone number, or username", in the language of the page. */
export const nameKinds = (kinds: readonly SignInIdentifier[], t: Translate, language: string) =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(kinds.map((kind) => t(`list.${kind}`)));

export const capitalize = (text: string, language: string) =>
  text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
