// What stands behind a user's token besides the person: the sign-in of its session, and what an impersonation was for.
import { tokenExchange, verificationRecords } from '@tessera/contract/custom-jwt-context';
import { safeParse } from 'zod/v4/core';
import type { Database } from '../database/tenant-database.ts';

type Submission = { interactionEvent?: string; userId?: string; verificationRecords?: unknown[] };

/** Of each record the fields the contract names for its kind, so that no secret slips through with the rest. */
const publicRecord = (stored: unknown): object[] => {
  const given = stored as { id?: string; type?: string; [field: string]: unknown };
  const shape = verificationRecords.find(({ shape: { type } }) => type.def.values[0] === given.type)?.shape;
  if (!shape) return [];
  const fields = Object.entries(shape).filter(([name, schema]) => safeParse(schema, given[name]).success);
  return [Object.fromEntries(fields.map(([name]) => [name, given[name]]))];
};

/** The last thing that was submitted in the session; `undefined` when nobody knows. */
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
    .where('id', '=', params.subject_token)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row && { type: tokenExchange, subjectTokenContext: row.context };
};
