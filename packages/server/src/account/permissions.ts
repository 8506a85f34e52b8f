// What a call of the account API must bring, asked in this order: proof of identity, the tenant's leave for the field,
// the scope of the token.
import type { AccountField } from '@tessera/contract/account-center';
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { isOwnAddress } from './addresses.ts';
import { activeRecord, type RecordFacts } from './records.ts';

type Ctx = ContextFor<'account'>;

export const isLinked = async ({ db, userId }: Ctx, target: string, identityId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('userIdentities')
    .select('userId')
    .where('userId', '=', userId)
    .where('target', '=', target)
    .where('identityId', '=', identityId)
    .executeTakeFirst();
  return row !== undefined;
};

/** Knowing one's password, reading the messages of an address that the account has now, being who is linked to it. */
const provesIdentity = async (ctx: Ctx, facts: RecordFacts): Promise<boolean> => {
  if (!facts.verified) return false;
  if (facts.type === 'Password') return true;
  // A passkey that is being set up says nothing about who does so.
  if (facts.type === 'WebAuthn') return false;
  if (facts.type === 'Social') return facts.user !== undefined && isLinked(ctx, facts.target, facts.user.id);
  return facts.isOwn && isOwnAddress(ctx, facts.identifier);
};

export const requireVerified = async (ctx: Ctx): Promise<void> => {
  const { verificationId } = ctx;
  const record = verificationId ? await activeRecord(ctx, verificationId) : undefined;
  if (!record || !(await provesIdentity(ctx, record.facts))) {
    throw new RequestError('verification_record.permission_denied');
  }
};

export const requireEditable = ({ fields }: Ctx, ...names: AccountField[]): void => {
  if (names.some((name) => fields[name] !== 'Edit')) throw new RequestError('account_center.field_not_editable');
};

export const isVisible = ({ fields }: Ctx, name: AccountField): boolean => (fields[name] ?? 'Off') !== 'Off';

export const requireVisible = (ctx: Ctx, name: AccountField): void => {
  if (!isVisible(ctx, name)) throw new RequestError('account_center.field_not_enabled');
};

export const requireScopes = ({ scopes }: Ctx, ...names: string[]): void => {
  if (names.some((name) => !scopes.has(name))) throw new RequestError('auth.unauthorized', { status: 400 });
};

/** The second factors have a status of their own for it. */
export const requireFactorScope = ({ scopes }: Ctx): void => {
  if (!scopes.has('identities')) throw new RequestError('auth.unauthorized');
};
