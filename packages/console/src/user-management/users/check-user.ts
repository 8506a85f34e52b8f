// Validates user fields. Each may be empty; the form decides which combinations are valid.

import { fitsCustomData } from '@tessera/contract/custom-data';
import { emailPattern } from '@tessera/contract/email-pattern';
import { isWebUrl } from '@tessera/contract/web-url';
import type { TFunction } from 'i18next';
import { formatPhone } from '../../kit/format-phone.ts';
import { parseJsonObject } from '../../kit/json-object.ts';
import { checkLength } from '../../kit/required-text.ts';

const maxIdentifier = 128;
const usernamePattern = /^[A-Z_a-z]\w*$/;
/** Phone numbers can be typed in many formats; only the digits are sent. */
const phonePattern = /^\+?[\d\s()-]+$/;
/** With a country code, which never starts with 0. The server validates the numbering plan. */
const numberPattern = /^[1-9]\d{5,16}$/;

export const phoneDigits = (phone: string) => phone.replaceAll(/\D/g, '');
export const shownPhone = (phone: string | null) => (phone === null || phone === '' ? '' : formatPhone(phone));

const ifFilled = (text: string, check: (trimmed: string) => string | undefined) =>
  text.trim() === '' ? undefined : check(text.trim());

export const checkEmail = (text: string, t: TFunction) =>
  ifFilled(text, (email) =>
    emailPattern.test(email) ? checkLength(email, maxIdentifier, t) : t('users.errors.email_rule'),
  );

export const checkPhone = (text: string, t: TFunction) =>
  ifFilled(text, (phone) =>
    phonePattern.test(phone) && numberPattern.test(phoneDigits(phone)) ? undefined : t('users.errors.phone_rule'),
  );

export const checkUsername = (text: string, t: TFunction) =>
  ifFilled(text, (username) =>
    usernamePattern.test(username) ? checkLength(username, maxIdentifier, t) : t('users.errors.username_rule'),
  );

export const checkWebAddress = (text: string, t: TFunction) =>
  ifFilled(text, (address) => {
    if (!isWebUrl(address)) return t('users.errors.address_rule');
    return checkLength(address, 2048, t);
  });

export const checkCustomData = (text: string, t: TFunction) => {
  const value = parseJsonObject(text);
  if (!value) return t('fields.json_object');
  return fitsCustomData(value) ? undefined : t('users.errors.custom_data_size');
};

/** Error codes that belong to one field, in field order. */
export const identifierRefusals = {
  'user.email_already_in_use': 'primaryEmail',
  'user.invalid_email': 'primaryEmail',
  'user.phone_already_in_use': 'primaryPhone',
  'user.invalid_phone': 'primaryPhone',
  'user.username_already_in_use': 'username',
} as const;
