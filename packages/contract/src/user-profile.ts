// What OpenID Connect knows about people beyond their names and addresses of sign-in.
import * as z from 'zod/mini';

const claim = z.string().check(z.maxLength(512));

const profileAddress = z.partial(
  z.object({
    formatted: claim,
    streetAddress: claim,
    locality: claim,
    region: claim,
    postalCode: claim,
    country: claim,
  }),
);
/** The standard claims that are no columns of their own. */
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
