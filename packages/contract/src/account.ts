// The account API: what people read and change about themselves, as far as the tenant lets them.
import * as z from 'zod/mini';
import { accountMfa } from './account-mfa.ts';
import { customData, email, emptyable, id, jsonObject, phone, text, timestamp, username, webUrl } from './fields.ts';
import { del, get, patch, post, resource } from './kit.ts';
import { ssoIdentity } from './sso-identity.ts';
import { userProfile } from './user-profile.ts';

const nullableString = z.nullable(z.string());
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
    body: userProfile,
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
  ...accountMfa,
});
