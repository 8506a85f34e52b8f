// The account API: what people read and change about themselves, as far as the tenant lets them.
import * as z from 'zod/mini';
import { accountMfa } from './account-mfa.ts';
import { customData, email, id, jsonObject, phone, text, timestamp, username, webUrl } from './fields.ts';
import { del, get, patch, post, put, resource } from './kit.ts';
import { accessToken } from './secrets.ts';
import { ssoIdentity } from './user-identities.ts';

const nullableString = z.nullable(z.string());
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
export const ownProfile = z.partial(
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
export type OwnProfile = z.output<typeof ownProfile>;

/** What is off, or beyond the scopes of the token, is left out. */
const ownAccount = z.partial(
  z.object({
    id,
    username: nullableString,
    primaryEmail: nullableString,
    primaryPhone: nullableString,
    name: nullableString,
    avatar: nullableString,
    profile: jsonObject,
    customData: jsonObject,
    identities: jsonObject,
    ssoIdentities: z.array(ssoIdentity),
    hasPassword: z.boolean(),
    applicationId: nullableString,
    isSuspended: z.boolean(),
    lastSignInAt: z.nullable(timestamp),
    createdAt: timestamp,
    updatedAt: timestamp,
  }),
);
export type OwnAccount = z.output<typeof ownAccount>;

const emptyable = <T extends z.ZodMiniType>(field: T) => z.nullable(z.union([field, z.literal('')]));
const at = '/my-account';

export const myAccount = resource('my-account', 'account', {
  get: get(at, { response: ownAccount }),
  update: patch(at, {
    body: z.partial(
      z.object({
        name: emptyable(text(1, 128)),
        avatar: emptyable(webUrl),
        username: emptyable(username),
        customData,
      }),
    ),
    response: ownAccount,
    change: 'user.updated',
  }),
  updateProfile: patch(`${at}/profile`, {
    body: ownProfile,
    response: jsonObject,
    change: 'user.profile-updated',
  }),
  changePassword: post(`${at}/password`, {
    body: z.object({ password: text(1, 1024) }),
    change: 'user.password-changed',
  }),
  changeEmail: post(`${at}/primary-email`, {
    body: z.object({ email, newIdentifierVerificationRecordId: text(1, 128) }),
    change: 'user.email-changed',
  }),
  removeEmail: del(`${at}/primary-email`, { change: 'user.email-removed' }),
  changePhone: post(`${at}/primary-phone`, {
    body: z.object({ phone, newIdentifierVerificationRecordId: text(1, 128) }),
    change: 'user.phone-changed',
  }),
  removePhone: del(`${at}/primary-phone`, { change: 'user.phone-removed' }),
  linkIdentity: post(`${at}/identities`, {
    body: z.object({ newIdentifierVerificationRecordId: text(1, 128) }),
    change: 'user.identity-added',
  }),
  removeIdentity: del(`${at}/identities/:target`, { change: 'user.identity-removed' }),
  socialToken: get(`${at}/identities/:target/access-token`, { response: accessToken }),
  replaceSocialToken: put(`${at}/identities/:target/access-token`, {
    body: z.object({ verificationRecordId: text(1, 128) }),
    response: accessToken,
    change: 'user.third-party-token-replaced',
  }),
  ssoToken: get(`${at}/sso-identities/:connectorId/access-token`, { response: accessToken }),
  ...accountMfa,
});
