// Parses the identifier field into a typed identifier.
import { emailPattern } from '@tessera/contract/email-pattern';
import type { Address, Identifier } from '@tessera/contract/experience';
import type { SignInIdentifier } from '@tessera/contract/sign-in-experience';
import type { Translate } from './app-context.ts';
import { internationalNumber } from './calling-codes.ts';

const patterns = { email: emailPattern, phone: /^\+?[\d\s().-]+$/, username: /^[A-Z_a-z]\w*$/ };
const longEnough = /^\d{6,15}$/;

export const isUsername = (text: string) => patterns.username.test(text);
export const isAddress = (identifier: Identifier | undefined): identifier is Address =>
  identifier !== undefined && identifier.type !== 'username';

/** Accepts Arabic and Persian digits. */
export const withPlainDigits = (text: string) => text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15));

/** Whether the text is a phone number without a country code. */
export const needsCountry = (text: string, accepted: readonly SignInIdentifier[]) =>
  accepted.includes('phone') &&
  (accepted.length === 1 ? !/^\s*\+/.test(text) : /^\(?\d[\d\s().-]{2,}$/.test(text.trim()));

/** The identifier if it is of an accepted type, otherwise undefined. */
export const readIdentifier = (
  text: string,
  accepted: readonly SignInIdentifier[],
  country: string,
): Identifier | undefined => {
  const trimmed = text.trim();
  const type = (['email', 'phone', 'username'] as const).find(
    (kind) => accepted.includes(kind) && patterns[kind].test(trimmed),
  );
  if (type !== 'phone') return type && { type, value: trimmed };
  const value = internationalNumber(trimmed, country);
  return longEnough.test(value) ? { type, value } : undefined;
};

export const showIdentifier = ({ type, value }: Identifier) => (type === 'phone' ? `+${value}` : value);

/** "email address, phone number, or username" in the page's language. */
export const nameKinds = (kinds: readonly SignInIdentifier[], t: Translate, language: string) =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(kinds.map((kind) => t(`list.${kind}`)));

export const capitalize = (text: string, language: string) =>
  text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
