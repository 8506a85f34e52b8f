// The account API: fields users can read and change about themselves, as far as the tenant allows.
import * as z from 'zod/mini';
import { accountData } from './account-data.ts';
import { accountMfa } from './account-mfa.ts';
import { accountSessions } from './account-sessions.ts';
import { customData, email, emptyable, id, jsonObject, phone, text, timestamp, username, webUrl } from './fields.ts';
import { del, get, patch, post, put, resource } from './kit.ts';
import { newPassword } from './new-password.ts';
import { accountDevices } from './remembered-devices.ts';
import { accessToken } from './secrets.ts';
import { ssoIdentity } from './sso-identity.ts';
import { uploadForm } from './user-assets.ts';
import { userProfile } from './user-profile.ts';

const nullableString = z.nullable(z.string());
/** Fields that are off or not covered by the token's scopes are omitted. */
const ownAccount = z.partial(
  z.object({
    id,
    username: nullableString,
    primaryEmail: nullableString,
    primaryPhone: nullableString,
    primaryEmailVerified: z.boolean(),
    primaryPhoneVerified: z.boolean(),
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
  get: get(at, { response: ownAccount, thirdParty: true }),
  update: patch(at, {
    limits: ['attempts'],
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
    limits: ['attempts'],
    body: userProfile,
    response: jsonObject,
    change: 'user.profile-updated',
  }),
  uploadAvatar: post(`${at}/avatar`, {
    body: uploadForm,
    response: z.object({ avatar: z.string() }),
    multipart: true,
    change: 'user.avatar-uploaded',
    limits: ['attempts', 'uploads'],
  }),
  changePassword: post(`${at}/password`, {
    body: newPassword,
    change: 'user.password-changed',
    limits: ['attempts', 'hashes'],
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
  socialToken: get(`${at}/identities/:target/access-token`, { response: accessToken, reveals: true }),
  replaceSocialToken: put(`${at}/identities/:target/access-token`, {
    body: z.object({ verificationRecordId: text(1, 128) }),
    response: accessToken,
    reveals: true,
    change: 'user.third-party-token-replaced',
  }),
  ssoToken: get(`${at}/sso-identities/:connectorId/access-token`, { response: accessToken, reveals: true }),
  ...accountMfa,
  ...accountSessions,
  ...accountDevices,
  ...accountData,
});
