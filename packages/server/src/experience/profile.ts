// What a person adds to their profile during an interaction. Nothing is written before the submission.
import type { PasswordUserInfo } from '@tessera/contract/check-password';
import type { JsonObject } from '@tessera/contract/fields';
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { passwordFits } from '../passwords/fits.ts';
import { refuseSsoOnlyEmail } from '../sso-connectors/find.ts';
import { newFromSocial } from './elsewhere.ts';
import { refuseBlockedEmail } from './email-blocklist.ts';
import { addedTo, extraProfileOf } from './extra-profile.ts';
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
type Filled = { [Column in (typeof columns)[keyof typeof columns]]?: string | null | undefined };

const userOf = async ({ db }: Ctx, id: string) =>
  db
    .selectFrom('users')
    .select(['username', 'passwordEncrypted', 'passwordEncryptionMethod', 'primaryEmail', 'primaryPhone', 'name'])
    .where('id', '=', id)
    .executeTakeFirst();

type Known = { [Field in 'name' | 'username' | 'primaryEmail' | 'primaryPhone']?: string | null | undefined };

/** What a password must not consist of: what the account says of the person, and what they have said just now. */
const personOf = (account: Known | undefined, pending: Known): PasswordUserInfo => ({
  name: pending.name ?? account?.name,
  username: pending.username ?? account?.username,
  email: pending.primaryEmail ?? account?.primaryEmail,
  phone: pending.primaryPhone ?? account?.primaryPhone,
});

/** Whoever has one already changes it elsewhere, after proving who they are. */
const refuseFilled = (account: Filled, type: keyof typeof columns) => {
  if (account[columns[type]]) throw new RequestError(`user.${type}_exists_in_profile`);
};

/** The account may have got meanwhile, in another window, what was to be added here: what is there stays. */
export const refuseFilledMeanwhile = (account: Filled, pending: Filled) => {
  for (const type of ['username', 'email', 'phone', 'password'] as const) {
    if (pending[columns[type]]) refuseFilled(account, type);
  }
};

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

/** Somebody new also gets what the other side knows of them; an account that exists gets the link alone. */
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

const added = async (
  ctx: Ctx,
  state: ExperienceState,
  field: Field,
  account: Known | undefined,
): Promise<PendingProfile> => {
  switch (field.type) {
    case 'username':
      await refuseTaken(ctx, { type: 'username', value: field.value });
      return { username: field.value };
    case 'password':
      await checkPasswordPolicy(ctx, field.value, personOf(account, state.profile));
      return hashNewPassword(field.value);
    case 'social':
      return socialIn(ctx, state, field.verificationId);
    case 'extraProfile':
      return extraProfileOf(field.values);
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
  if (account && field.type !== 'social' && field.type !== 'extraProfile') refuseFilled(account, field.type);
  return addedTo(profile, await added(ctx, state, field, account));
};

/** In place of a forgotten one. */
export const withNewPassword = async (ctx: Ctx, state: ExperienceState, password: string): Promise<PendingProfile> => {
  const { interactionEvent, userId, profile } = state;
  if (interactionEvent !== 'ForgotPassword') throw new RequestError('session.invalid_interaction_type');
  const user = userId && (await userOf(ctx, userId));
  if (!user) throw new RequestError('session.identifier_not_found');
  await checkPasswordPolicy(ctx, password, personOf(user, profile));
  if (await passwordFits(user, password)) throw new RequestError('user.same_password');
  return { ...profile, ...(await hashNewPassword(password)) };
};
