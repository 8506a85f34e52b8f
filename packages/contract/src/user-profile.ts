// Standard OpenID Connect profile claims.
import * as z from 'zod/mini';
import { writtenBy } from './field-rules.ts';

const claim = writtenBy('both', z.string().check(z.maxLength(512)));

const profileAddress = writtenBy(
  'both',
  z.partial(
    z.object({
      formatted: claim,
      streetAddress: claim,
      locality: claim,
      region: claim,
      postalCode: claim,
      country: claim,
    }),
  ),
);
/** The standard claims without their own column. */
export const userProfile = z.partial(
  z.object({
    familyName: claim,
    givenName: claim,
    middleName: claim,
    nickname: claim,
    preferredUsername: claim,
    profile: claim,
    website: claim,
    gender: claim,
    birthdate: claim,
    zoneinfo: claim,
    locale: claim,
    address: profileAddress,
  }),
);
export type UserProfile = z.output<typeof userProfile>;
