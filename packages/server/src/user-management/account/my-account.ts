// Self-service account operations.
import { myAccount, type OwnAccount } from '@tessera/contract/account';
import type { AccountField } from '@tessera/contract/account-center';
import type { JsonObject } from '@tessera/contract/fields';
import type { ContextFor } from '../../context.ts';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import { serve } from '../../serve.ts';
import { removeUploads } from '../users/remove.ts';
import { uploadAvatar } from './avatar.ts';
import { dataHandlers } from './data.ts';
import { deviceHandlers } from './devices.ts';
import { changeAddress, checkUsername, removeAddress } from './identifiers.ts';
import { linkIdentity, removeIdentity } from './identities.ts';
import { mfaHandlers } from './mfa.ts';
import { changeOwn, type OwnRow, ownRow } from './own-row.ts';
import { changeOwnPassword } from './password.ts';
import { isVisible, requireEditable, requireScopes } from './permissions.ts';
import { keepsSignIn } from './remaining-methods.ts';
import { sessionHandlers } from './sessions.ts';
import { thirdPartyTokenHandlers } from './third-party-tokens.ts';

type Ctx = ContextFor<'account'>;

const shownProfile = ({ scopes }: Ctx, { profile }: OwnRow): JsonObject => {
  const { address, ...rest } = profile as JsonObject;
  return { ...rest, ...(address !== undefined && scopes.has('address') && { address }) };
};

const ssoIdentities = async (db: Database, userId: string) =>
  (await db
    .selectFrom('userSsoIdentities')
    .selectAll()
    .where('userId', '=', userId)
    .execute()) as unknown as NonNullable<OwnAccount['ssoIdentities']>;

/** The fields that the tenant shows and the token's scopes cover. */
const shown = async (ctx: Ctx, row: OwnRow, db: Database): Promise<OwnAccount> => {
  const { id, username, name, avatar, primaryEmail, primaryPhone, applicationId, isSuspended } = row;
  const sees = (field: AccountField, scope: string) => ctx.scopes.has(scope) && isVisible(ctx, field);
  const { lastSignInAt, createdAt, updatedAt, primaryEmailVerified, primaryPhoneVerified } = row;
  return {
    id,
    ...(ctx.scopes.has('profile') && { applicationId, isSuspended, lastSignInAt, createdAt, updatedAt }),
    ...(sees('username', 'profile') && { username }),
    ...(sees('name', 'profile') && { name }),
    ...(sees('avatar', 'profile') && { avatar }),
    ...(sees('profile', 'profile') && { profile: shownProfile(ctx, row) }),
    ...(sees('password', 'openid') && { hasPassword: row.passwordEncrypted !== null }),
    ...(sees('email', 'email') && { primaryEmail, primaryEmailVerified }),
    ...(sees('phone', 'phone') && { primaryPhone, primaryPhoneVerified }),
    ...(sees('customData', 'custom_data') && { customData: row.customData as JsonObject }),
    ...(sees('social', 'identities') && {
      identities: row.identities as JsonObject,
      ssoIdentities: await ssoIdentities(db, id),
    }),
  };
};

/** An empty string is stored as null. */
const isCleared = (value: string | null | undefined): boolean => value === null || value === '';

export default serve(myAccount, {
  ...mfaHandlers,
  ...thirdPartyTokenHandlers,
  ...sessionHandlers,
  ...deviceHandlers,
  ...dataHandlers,

  get: async (ctx) => shown(ctx, await ownRow(ctx), ctx.db),

  update: async (ctx, { body }) => {
    const sent = (['name', 'avatar', 'username', 'customData'] as const).filter((field) => body[field] !== undefined);
    requireEditable(ctx, ...sent);
    requireScopes(ctx, 'profile', ...(sent.includes('customData') ? ['custom_data'] : []));
    const { username } = body;
    if (username !== undefined) await checkUsername(ctx, username);
    const keeping = isCleared(username) ? await keepsSignIn(ctx) : undefined;
    const row = await changeOwn(ctx, (before) => keeping?.(before, body) ?? body);
    if (isCleared(body.avatar)) await removeUploads(ctx, ctx.userId);
    return shown(ctx, row, await ctx.change.transaction());
  },

  updateProfile: async (ctx, { body }) => {
    requireEditable(ctx, 'profile');
    requireScopes(ctx, 'profile', ...(body.address ? ['address'] : []));
    return shownProfile(ctx, await changeOwn(ctx, ({ profile }) => ({ profile: { ...profile, ...body } })));
  },

  uploadAvatar: (ctx, { body: { file } }) => uploadAvatar(ctx, file),

  changePassword: (ctx, { body: { password, keepSessions } }) => changeOwnPassword(ctx, password, keepSessions),

  changeEmail: (ctx, { body: { email, newIdentifierVerificationRecordId } }) =>
    changeAddress(ctx, { type: 'email', value: email }, newIdentifierVerificationRecordId),
  removeEmail: (ctx) => removeAddress(ctx, 'email'),
  changePhone: (ctx, { body: { phone, newIdentifierVerificationRecordId } }) =>
    changeAddress(ctx, { type: 'phone', value: phone }, newIdentifierVerificationRecordId),
  removePhone: (ctx) => removeAddress(ctx, 'phone'),

  linkIdentity: (ctx, { body }) => linkIdentity(ctx, body.newIdentifierVerificationRecordId),
  removeIdentity: (ctx, { params: { target } }) => removeIdentity(ctx, target),
});
