// Decides which claims of an external identity are trusted, for registration, linking and profile sync. Untrusted
// addresses are stored in the identity's details as `unverifiedEmail` and `unverifiedPhone`.

import { domainToASCII } from 'node:url';
import type { SocialUser } from '@tessera/connectors/connector';
import { emailPattern } from '@tessera/contract/email-pattern';
import { isStorable } from '@tessera/contract/storable';
import { isWebUrl } from '@tessera/contract/web-url';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { normalizePhone } from '../../user-management/users/phone-number.ts';

/** A user at an external provider: `email` and `phone` are verified there and trusted here. */
export type KnownElsewhere = {
  id: string;
  email?: string;
  phone?: string;
  unverifiedEmail?: string;
  unverifiedPhone?: string;
  name?: string;
  avatar?: string;
  rawData?: unknown;
};

/** A social provider vouches for every address it has verified, an enterprise connector only for its own domains. */
export type Authority = 'social' | { domains: readonly unknown[] };

// Limited, because it is stored with the user and in the interaction.
const mostRawData = 32_768;

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= most;

/** In lower case, as DNS has it. */
export const domainOf = (email: string) => {
  const domain = email.toLowerCase().split('@').at(-1) ?? '';
  return domainToASCII(domain) || domain;
};

/** Only the boolean `true` counts as verified, not the string and not a missing claim. */
const emailIn = ({ email, isEmailVerified }: SocialUser, authority: Authority) => {
  if (!isText(email, 128) || !emailPattern.test(email)) return {};
  const isOurs = authority === 'social' || authority.domains.includes(domainOf(email));
  return isEmailVerified === true && isOurs ? { email } : { unverifiedEmail: email };
};

/** An enterprise connector verifies no phone numbers, since they have no domain. */
const phoneIn = ({ phone, isPhoneVerified }: SocialUser, authority: Authority) => {
  const number = isText(phone, 128) ? normalizePhone(phone) : undefined;
  if (!number) return {};
  return isPhoneVerified === true && authority === 'social' ? { phone: number } : { unverifiedPhone: number };
};

export const trustedIdentity = (user: SocialUser, authority: Authority): KnownElsewhere => {
  const { id, name, avatar, rawData } = user;
  if (!isText(id, 128) || !isStorable(user)) throw new RequestError('connector.invalid_response');
  return {
    id,
    ...emailIn(user, authority),
    ...phoneIn(user, authority),
    ...(typeof name === 'string' && name.trim() !== '' && { name: name.slice(0, 128) }),
    ...(isText(avatar, 2048) && isWebUrl(avatar) && { avatar }),
    ...(rawData !== undefined && JSON.stringify(rawData).length <= mostRawData && { rawData }),
  };
};
