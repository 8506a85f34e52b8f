// What a person has proved to the account API. A record belongs to one person of one tenant for ten minutes, whatever
// it proves; nobody else can use it, and what it proves for one change alone is used up by that change.
import type { SocialSession } from '@tessera/connectors/connector';
import type { Address } from '@tessera/contract/experience';
import type { TemplateType } from '@tessera/contract/messages';
import { sql } from 'kysely';
import type { KnownElsewhere } from '../connectors/social-connector.ts';
import { consume } from '../database/consume.ts';
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import type { NewPasskey } from '../mfa/passkeys.ts';
import { random } from '../random.ts';
import type { SealedTokens } from '../secrets/token-sets.ts';

type Ctx = ContextFor<'account'>;

export type CodeFacts = {
  type: 'EmailVerificationCode' | 'PhoneVerificationCode';
  verified: boolean;
  identifier: Address;
  templateType: TemplateType;
  /** The address was the person's own when the code was sent. */
  isOwn: boolean;
};
type PasskeyFacts = {
  type: 'WebAuthn';
  verified: boolean;
  /** Until somebody has answered it. */
  challenge?: string;
  /** What the answer made of it. */
  passkey?: NewPasskey;
};
/** What the person has to come back with, and what the connector wants to find again. */
export type SocialQuestion = { state: string; redirectUri: string; session: SocialSession };
type SocialFacts = {
  type: 'Social';
  verified: boolean;
  connectorId: string;
  target: string;
  /** Until somebody has answered it. */
  question?: SocialQuestion;
  /** Who the person is there, and what was issued for them, where that is to be kept. */
  user?: KnownElsewhere;
  tokens?: SealedTokens;
};
export type RecordFacts = { type: 'Password'; verified: true } | CodeFacts | PasskeyFacts | SocialFacts;
export type RecordType = RecordFacts['type'];
type FactsOf<T extends RecordType> = Extract<RecordFacts, { type: T }>;

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

/** A record of the person's own that has not expired; removing old ones is only housekeeping. */
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

/** Once: of several who do so at the same moment, one does. */
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

/** Uses the record up, in the transaction of the change that it is for. */
export const useRecord = async (ctx: Ctx, id: string): Promise<void> => {
  const used = await consume.verificationRecord(await ctx.change.transaction(), id, ctx.userId);
  if (!used) throw recordNotFound();
};
