// Requirements of an account API call, checked in this order: identity verification, field settings, scopes.
import type { AccountField } from '@tessera/contract/account-center';
import { requireUnchangedConnector } from '../../authentication/connectors/social-connector.ts';
import { findOwner } from '../../authentication/mfa/factors.ts';
import { isStillProved } from '../../authentication/passwords/proof.ts';
import type { ContextFor } from '../../context.ts';
import { isGranted, RequestError } from '../../infrastructure/http/request-error.ts';
import { requireEditableFields } from '../users/write-rules.ts';
import { isOwnAddress } from './addresses.ts';
import { ownRow } from './own-row.ts';
import { activeRecord, type FactsOf, type RecordFacts } from './records.ts';

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

const ownsPasskey = async (ctx: Ctx, factorId: string): Promise<boolean> => {
  const owner = await findOwner(ctx, ctx.userId);
  return owner?.factors.some(({ id }) => id === factorId) ?? false;
};

const provesLink = async (ctx: Ctx, facts: FactsOf<'Social'>): Promise<boolean> =>
  facts.user !== undefined &&
  (await isLinked(ctx, facts.target, facts.user.id)) &&
  isGranted(requireUnchangedConnector(ctx, facts));

/** A password, a passkey, a code to a current address of the account, or a linked social identity verifies the user. */
const provesIdentity = async (ctx: Ctx, facts: RecordFacts): Promise<boolean> => {
  if (!facts.verified) return false;
  if (facts.type === 'Password') return isStillProved(await ownRow(ctx), facts.proof);
  // Registering a passkey does not verify the user.
  if (facts.type === 'WebAuthn') return facts.factorId !== undefined && ownsPasskey(ctx, facts.factorId);
  if (facts.type === 'Social') return provesLink(ctx, facts);
  return facts.isOwn && isOwnAddress(ctx, facts.identifier);
};

export const notVerified = () => new RequestError('verification_record.permission_denied');

export const requireVerified = async (ctx: Ctx): Promise<RecordFacts> => {
  const { verificationId } = ctx;
  const record = verificationId ? await activeRecord(ctx, verificationId) : undefined;
  if (!record || !(await provesIdentity(ctx, record.facts))) throw notVerified();
  return record.facts;
};

export const requireEditable = ({ fields }: Ctx, ...names: AccountField[]): void => {
  requireEditableFields(fields, names);
};

export const isVisible = ({ fields }: Ctx, name: AccountField): boolean => (fields[name] ?? 'Off') !== 'Off';

export const requireVisible = (ctx: Ctx, name: AccountField): void => {
  if (!isVisible(ctx, name)) throw new RequestError('account_center.field_not_enabled');
};

export const requireScopes = ({ scopes }: Ctx, ...names: string[]): void => {
  if (names.some((name) => !scopes.has(name))) throw new RequestError('auth.unauthorized', { status: 400 });
};

/** MFA operations return a different status for this. */
export const requireFactorScope = ({ scopes }: Ctx): void => {
  if (!scopes.has('identities')) throw new RequestError('auth.unauthorized');
};
