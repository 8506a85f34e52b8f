// Phone numbers in their canonical form for storage, comparison and display: digits with the country code, validated by
// the country's numbering plan.
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Common separators in phone numbers. */
const separators = /[\s().\u2010-\u2015/-]/g;

/** `undefined`: no country has numbers of this form. A national 0 after the country code is dropped (61 0412… → 61412…). */
export const normalizePhone = (value: string): string | undefined => {
  const digits = value.trim().replace(/^\+/, '').replace(separators, '');
  if (!/^\d{5,20}$/.test(digits)) return undefined;
  const number = parsePhoneNumberFromString(`+${digits}`);
  const normalized = number?.isPossible() ? number.number.slice(1) : '';
  // The E.164 limit; some plans have longer numbers, which cannot be called from abroad.
  return normalized !== '' && normalized.length <= 15 ? normalized : undefined;
};

/** For lookups: an invalid number belongs to no user and is compared as it is. */
export const canonicalPhone = (value: string): string => normalizePhone(value) ?? value;

export const canonicalIdentifier = <T extends { type: string; value: string }>(identifier: T): T =>
  identifier.type === 'phone' ? { ...identifier, value: canonicalPhone(identifier.value) } : identifier;
