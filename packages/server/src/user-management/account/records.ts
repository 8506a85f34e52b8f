// Verification records of the account API. A record belongs to one user for ten minutes; single-use records are
// consumed by the change they authorize.
import type { SocialSession } from '@tessera/connectors/connector';
import type { Address } from '@tessera/contract/experience';
import type { TemplateType } from '@tessera/contract/messages';
import { sql } from 'kysely';
import type { ConnectorVersion } from '../../authentication/connectors/config-digest.ts';
import type { KnownElsewhere } from '../../authentication/connectors/trusted-identity.ts';
import type { NewPasskey } from '../../authentication/mfa/passkeys.ts';
import type { SealedTokens } from '../../authentication/secrets/token-sets.ts';
import type { ContextFor } from '../../context.ts';
import { consume } from '../../infrastructure/database/consume.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';

type Ctx = ContextFor<'account'>;

type CodeFacts = {
  type: 'EmailVerificationCode' | 'PhoneVerificationCode';
  verified: boolean;
  identifier: Address;
  templateType: TemplateType;
  /** Whether the address belonged to the user when the code was sent. */
  isOwn: boolean;
};
type PasskeyFacts = {
  type: 'WebAuthn';
  verified: boolean;
  /** Until it is answered. */
  challenge?: string;
  /** The result of a registration. */
  passkey?: NewPasskey;
  /** The passkey that verified the user. */
  factorId?: string;
};
/** The expected response parameters, and the connector's state. */
export type SocialQuestion = { state: string; redirectUri: string; session: SocialSession };
type SocialFacts = ConnectorVersion & {
  type: 'Social';
  verified: boolean;
  target: string;
  /** Until it is answered. */
  question?: SocialQuestion;
  /** The external identity, and its tokens if they are stored. */
  user?: KnownElsewhere;
  tokens?: SealedTokens;
};
/** `proof`: which password it was, see passwords/proof.ts. */
type PasswordFacts = { type: 'Password'; verified: true; proof: string };
export type RecordFacts = PasswordFacts | CodeFacts | PasskeyFacts | SocialFacts;
export type RecordType = RecordFacts['type'];
export type FactsOf<T extends RecordType> = Extract<RecordFacts, { type: T }>;

export const recordNotFound = () => new RequestError('verification_record.not_found');

const now = sql<number>`now()`;
const lifetime = sql<number>`now() + interval '10 minutes'`;

export const createRecord = async ({ db, userId }: Ctx, facts: RecordFacts) => {
  const { type, ...data } = facts;
  const { id, expiresAt } = await db
    .insertInto('verificationRecords')
    .values({ id: random.id(), userId, type, data: JSON.stringify(data), expiresAt: lifetime })
    .returning(['id', 'expiresAt'])
    .executeTakeFirstOrThrow();
  return { verificationRecordId: id, expiresAt: new Date(expiresAt).toISOString() };
};

/** The user's own unexpired record; deleting old ones is only housekeeping. */
export const activeRecord = async ({ db, userId }: Ctx, id: string) => {
  const row = await db
    .selectFrom('verificationRecords')
    .select(['id', 'type', 'data'])
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row && { id: row.id, facts: { ...row.data, type: row.type } as RecordFacts };
};

export const requireRecord = async <T extends RecordType>(
  ctx: Ctx,
  id: string,
  types: readonly T[],
): Promise<FactsOf<T>> => {
  const record = await activeRecord(ctx, id);
  const isOfType = record && (types as readonly string[]).includes(record.facts.type);
  if (!isOfType) throw recordNotFound();
  return record.facts as FactsOf<T>;
};

/** Atomic: only one of several concurrent calls succeeds. */
export const markVerified = async ({ db, userId }: Ctx, id: string, more: object = {}): Promise<void> => {
  const row = await db
    .updateTable('verificationRecords')
    .set({ data: sql`data || ${JSON.stringify({ ...more, verified: true })}::jsonb` })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .where(sql<boolean>`(data ->> 'verified')::boolean`, '=', false)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw recordNotFound();
};

/** Consumes the record in the transaction of its change. */
export const useRecord = async (ctx: Ctx, id: string): Promise<void> => {
  const used = await consume.verificationRecord(await ctx.change.transaction(), id, ctx.userId);
  if (!used) throw recordNotFound();
};
