// What a person adds to their profile during an interaction. Nothing is written before the submission.
import type { JsonObject } from '@tessera/contract/fields';
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { verifyPasswordHash } from '../passwords/hash.ts';
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
  password: 'passwordEncrypted',
  email: 'primaryEmail',
  phone: 'primaryPhone',
} as const;

const userOf = async ({ db }: Ctx, id: string) =>
  db
    .selectFrom('users')
    .select(['username', 'passwordEncrypted', 'passwordEncryptionMethod', 'primaryEmail', 'primaryPhone', 'name'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Whoever has one already changes it elsewhere, after proving who they are. */
const refuseFilled = async (ctx: Ctx, userId: string, type: keyof typeof columns) => {
  const user = await userOf(ctx, userId);
  if (user?.[columns[type]]) throw new RequestError(`user.${type}_exists_in_profile`);
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

const added = async (ctx: Ctx, state: ExperienceState, field: Field): Promise<PendingProfile> => {
  switch (field.type) {
    case 'username':
      await refuseTaken(ctx, { type: 'username', value: field.value });
      return { username: field.value };
    case 'password': {
      const { username } = state.profile;
      await checkPasswordPolicy(ctx, field.value, username ? { username } : {});
      return hashNewPassword(field.value);
    }
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
  if (userId && field.type !== 'social' && field.type !== 'extraProfile') await refuseFilled(ctx, userId, field.type);
  return addedTo(profile, await added(ctx, state, field));
};

/** In place of a forgotten one. */
export const withNewPassword = async (ctx: Ctx, state: ExperienceState, password: string): Promise<PendingProfile> => {
  const { interactionEvent, userId, profile } = state;
  if (interactionEvent !== 'ForgotPassword') throw new RequestError('session.invalid_interaction_type');
  const user = userId && (await userOf(ctx, userId));
  if (!user) throw new RequestError('session.identifier_not_found');
  const { username, name, passwordEncrypted, passwordEncryptionMethod } = user;
  await checkPasswordPolicy(ctx, password, { ...(username && { username }), ...(name && { name }) });
  const isSame =
    passwordEncrypted !== null &&
    passwordEncryptionMethod !== null &&
    (await verifyPasswordHash(passwordEncrypted, passwordEncryptionMethod, password));
  if (isSame) throw new RequestError('user.same_password');
  return { ...profile, ...(await hashNewPassword(password)) };
};
