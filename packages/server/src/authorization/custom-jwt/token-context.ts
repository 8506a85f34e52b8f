// Context of a user's token besides the user: the interaction of its session, and the subject token's context.
import { tokenExchange, verificationRecords } from '@tessera/contract/custom-jwt-context';
import { safeParse } from 'zod/v4/core';
import { digestOf } from '../../infrastructure/database/digest.ts';
import type { Database } from '../../infrastructure/database/tenant-database.ts';

type Submission = { interactionEvent?: string; userId?: string; verificationRecords?: unknown[] };

/** Only the fields the contract lists for each record type, so that no secret leaks. */
const publicRecord = (stored: unknown): object[] => {
  const given = stored as { id?: string; type?: string; [field: string]: unknown };
  const shape = verificationRecords.find(({ shape: { type } }) => type.def.values[0] === given.type)?.shape;
  if (!shape) return [];
  const fields = Object.entries(shape).filter(([name, schema]) => safeParse(schema, given[name]).success);
  return [Object.fromEntries(fields.map(([name]) => [name, given[name]]))];
};

/** The last submission in the session; `undefined` if unknown. */
export const interactionContext = async (db: Database, sessionUid: string | undefined, userId: string) => {
  if (!sessionUid) return undefined;
  const row = await db
    .selectFrom('oidcSessionExtensions')
    .select('lastSubmission')
    .where('sessionUid', '=', sessionUid)
    .where('accountId', '=', userId)
    .executeTakeFirst();
  const { interactionEvent, verificationRecords: records = [] } = (row?.lastSubmission ?? {}) as Submission;
  return interactionEvent
    ? { interactionEvent, userId, verificationRecords: records.flatMap(publicRecord) }
    : undefined;
};

export const grantContext = async (db: Database, params: Record<string, unknown>, userId: string) => {
  if (params.grant_type !== tokenExchange || typeof params.subject_token !== 'string') return undefined;
  const row = await db
    .selectFrom('subjectTokens')
    .select('context')
    .where('id', '=', digestOf(params.subject_token))
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row && { type: tokenExchange, subjectTokenContext: row.context };
};
