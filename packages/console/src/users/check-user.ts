// What is wrong with the fields of a user. All of them may be empty; which combinations make sense is up to the form.
import { fitsCustomData } from '@tessera/contract/custom-data';
import { isInternationalPhone } from '@tessera/contract/phone-number';
import type { TFunction } from 'i18next';
import { parseJsonObject } from '../applications/settings-values.ts';
import { checkLength } from '../kit/required-text.ts';

const maxIdentifier = 128;
const emailPattern = /^\S+@\S+\.\S+$/;
const usernamePattern = /^[A-Z_a-z]\w*$/;
/** People write numbers in many ways; what is sent are the digits. */
const phonePattern = /^\+?[\d\s()-]+$/;

export const phoneDigits = (phone: string) => phone.replaceAll(/\D/g, '');
export const shownPhone = (phone: string | null) => (phone === null || phone === '' ? '' : `+${phone}`);

const ifFilled = (text: string, check: (trimmed: string) => string | undefined) =>
  text.trim() === '' ? undefined : check(text.trim());

export const checkEmail = (text: string, t: TFunction) =>
  ifFilled(text, (email) =>
    emailPattern.test(email) ? checkLength(email, maxIdentifier, t) : t('users.errors.email_rule'),
  );

export const checkPhone = (text: string, t: TFunction) =>
  ifFilled(text, (phone) =>
    phonePattern.test(phone) && isInternationalPhone(phoneDigits(phone)) ? undefined : t('users.errors.phone_rule'),
  );

export const checkUsername = (text: string, t: TFunction) =>
  ifFilled(text, (username) =>
    usernamePattern.test(username) ? checkLength(username, maxIdentifier, t) : t('users.errors.username_rule'),
  );

export const checkWebAddress = (text: string, t: TFunction) =>
  ifFilled(text, (address) => {
    if (!/^https?:$/.test(URL.parse(address)?.protocol ?? '')) return t('users.errors.address_rule');
    return checkLength(address, 2048, t);
  });

export const checkCustomData = (text: string, t: TFunction) => {
  const value = parseJsonObject(text);
  if (!value) return t('fields.json_object');
  return fitsCustomData(value) ? undefined : t('users.errors.custom_data_size');
};

/** Refusals of the server that are about one field, in the order in which the fields stand. */
export const identifierRefusals = {
  'user.email_already_in_use': 'primaryEmail',
  'user.invalid_email': 'primaryEmail',
  'user.phone_already_in_use': 'primaryPhone',
  'user.invalid_phone': 'primaryPhone',
  'user.username_already_in_use': 'username',
} as const;
