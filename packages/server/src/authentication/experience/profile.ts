// Profile data added during an interaction. Nothing is written before submission.
import type { PasswordUserInfo } from '@tessera/contract/check-password';
import type { JsonObject } from '@tessera/contract/fields';
import type { ContextFor } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { requireOwnValues } from '../../user-management/users/own-values.ts';
import { refuseFilled, requireSize } from '../../user-management/users/write-rules.ts';
import { ownValueRules } from '../../user-management/users/write-user.ts';
import { refuseSamePassword } from '../passwords/refuse-same.ts';
import { refuseSsoOnlyEmail } from '../sso-connectors/find.ts';
import { refuseBlockedEmail } from './email-blocklist.ts';
import { newFromSocial } from './external-identities.ts';
import { extraProfileOf, mergeValues } from './extra-profile.ts';
import type { ExperienceState, PendingProfile } from './interaction.ts';
import { checkPasswordPolicy, hashNewPassword } from './new-password.ts';
import { addressOf } from './register.ts';
import { identifiedOwner, requireFactorShown } from './second-factors.ts';
import { refuseTaken } from './unique-identifiers.ts';
import { emailOf, isCodeRecord, recordById } from './verifications.ts';

type Ctx = ContextFor<'interaction'>;
type Field =
  | { type: 'username' | 'password'; value: string }
  | { type: 'email' | 'phone' | 'social'; verificationId: string }
  | { type: 'extraProfile'; values: JsonObject };

const columns = {
  username: 'username',
  email: 'primaryEmail',
  phone: 'primaryPhone',
  password: 'passwordEncrypted',
} as const;

const userOf = async ({ db }: Ctx, id: string) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'passwordEncrypted', 'passwordEncryptionMethod', 'primaryEmail', 'primaryPhone'])
    .select(['name', 'avatar', 'profile', 'customData'])
    .where('id', '=', id)
    .executeTakeFirst();

type Account = NonNullable<Awaited<ReturnType<typeof userOf>>>;
type Known = { [Field in 'name' | 'username' | 'primaryEmail' | 'primaryPhone']?: string | null | undefined };

/** Personal data the password must not contain: from the account and from this interaction. */
const personOf = (account: Known | undefined, pending: Known): PasswordUserInfo => ({
  name: pending.name ?? account?.name,
  username: pending.username ?? account?.username,
  email: pending.primaryEmail ?? account?.primaryEmail,
  phone: pending.primaryPhone ?? account?.primaryPhone,
});

const addressIn = async (ctx: Ctx, state: ExperienceState, type: 'email' | 'phone', verificationId: string) => {
  const record = recordById(state, verificationId);
  if (!isCodeRecord(record) || record.identifier.type !== type) {
    throw new RequestError('session.verification_session_not_found');
  }
  if (!record.verified) throw new RequestError('session.verification_failed');
  if (type === 'email') {
    await refuseSsoOnlyEmail(ctx, record.identifier.value);
    await refuseBlockedEmail(ctx, record.identifier.value);
  }
  await refuseTaken(ctx, record.identifier);
  return addressOf(record);
};

/** New users also get the provider's profile data; existing accounts only the link. */
const socialIn = async (ctx: Ctx, state: ExperienceState, verificationId: string): Promise<PendingProfile> => {
  const record = recordById(state, verificationId);
  if (record.type !== 'Social') throw new RequestError('session.verification_session_not_found');
  const email = emailOf(record);
  if (email) {
    await refuseSsoOnlyEmail(ctx, email);
    await refuseBlockedEmail(ctx, email);
  }
  const { socialIdentity, ...known } = await newFromSocial(ctx, record);
  const linked = { ...(socialIdentity && { socialIdentity }) };
  return state.userId ? linked : { ...known, ...state.profile, ...linked };
};

/** Validated together with collected and stored data, so that neither exceeds the limit. */
const extraProfileIn = async (
  ctx: Ctx,
  { profile }: ExperienceState,
  values: JsonObject,
  account: Account | undefined,
): Promise<PendingProfile> => {
  const extra = extraProfileOf(values);
  const stored = { ...account, ...profile.synced };
  requireOwnValues(await ownValueRules(ctx), stored, mergeValues(stored, extra));
  requireSize(mergeValues(stored, mergeValues(profile, extra)));
  return extra;
};

const added = async (
  ctx: Ctx,
  state: ExperienceState,
  field: Field,
  account: Account | undefined,
): Promise<PendingProfile> => {
  switch (field.type) {
    case 'username':
      await refuseTaken(ctx, { type: 'username', value: field.value });
      return { username: field.value };
    case 'password':
      // It would not sign them in.
      if (account?.primaryEmail) await refuseSsoOnlyEmail(ctx, account.primaryEmail);
      await checkPasswordPolicy(ctx, field.value, personOf(account, state.profile));
      return hashNewPassword(ctx, field.value);
    case 'social':
      return socialIn(ctx, state, field.verificationId);
    case 'extraProfile':
      return extraProfileIn(ctx, state, field.values, account);
    default:
      return addressIn(ctx, state, field.type, field.verificationId);
  }
};

export const withField = async (ctx: Ctx, state: ExperienceState, field: Field): Promise<PendingProfile> => {
  const { interactionEvent, userId, profile } = state;
  if (interactionEvent === 'ForgotPassword') {
    throw new RequestError('session.not_supported_for_forgot_password', { status: 400 });
  }
  if (interactionEvent === 'SignIn' && !userId) throw new RequestError('session.identifier_not_found');
  if (userId) await requireFactorShown(ctx, state, await identifiedOwner(ctx, state));
  const account = userId ? await userOf(ctx, userId) : undefined;
  if (account && field.type !== 'social' && field.type !== 'extraProfile') {
    refuseFilled(account, { [columns[field.type]]: field.type });
  }
  return mergeValues(profile, await added(ctx, state, field, account));
};

/** For a password reset. */
export const withNewPassword = async (ctx: Ctx, state: ExperienceState, password: string): Promise<PendingProfile> => {
  const { interactionEvent, userId, profile } = state;
  if (interactionEvent !== 'ForgotPassword') throw new RequestError('session.invalid_interaction_type');
  const user = userId && (await userOf(ctx, userId));
  if (!user) throw new RequestError('session.identifier_not_found');
  await checkPasswordPolicy(ctx, password, personOf(user, profile));
  await refuseSamePassword(ctx, user, password);
  return { ...profile, ...(await hashNewPassword(ctx, password)) };
};
