// The health of an application, from the daily counters of its requests and the last uses of its secrets.
import type { ApplicationFailure } from '@tessera/contract/application-failures';
import { type ApplicationHealth, applicationHealths } from '@tessera/contract/application-health';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { succeeded } from '../../infrastructure/audit/application-requests.ts';
import { serve } from '../../serve.ts';
import { findApplication } from './find-application.ts';
import { secretIssues } from './secret-issues.ts';

const dayMs = 86_400_000;
const days = 30;
const mostRemoved = 50;
const mostDetails = 10;
const mostSecrets = 100;

type Period = { applicationId: string; first: string };
type Use = { uri: string; count: number; lastUsedAt: number };

const usedUris = async ({ db }: Context, { applicationId, first }: Period): Promise<Use[]> => {
  const { rows } = await sql<Use>`
    select detail as uri, sum(count)::bigint as count, max(last_at) as last_used_at
    from daily_application_requests
    where application_id = ${applicationId} and date >= ${first}::date and outcome = ${succeeded} and detail <> ''
    group by detail
    order by count desc, detail`.execute(db);
  return rows;
};

/** All days of the period, also those without requests. */
const daily = async (
  { db }: Context,
  { applicationId, first }: Period,
  since: number,
): Promise<ApplicationHealth['days']> => {
  const { rows } = await sql<{ day: number; signIns: number; failed: number }>`
    select date - ${first}::date as day,
      coalesce(sum(count) filter (where outcome = ${succeeded}), 0)::bigint as sign_ins,
      coalesce(sum(count) filter (where outcome <> ${succeeded}), 0)::bigint as failed
    from daily_application_requests
    where application_id = ${applicationId} and date >= ${first}::date
    group by date`.execute(db);
  const known = new Map(rows.map((row) => [row.day, row]));
  return Array.from({ length: days }, (_, index) => {
    const { signIns = 0, failed = 0 } = known.get(index) ?? {};
    return { date: since + index * dayMs, signIns, failed };
  });
};

/** Used ones first, then registered ones that were not used, then used ones that were removed. */
const redirectUris = (registered: readonly string[], used: readonly Use[]): ApplicationHealth['redirectUris'] => {
  const known = new Set(registered);
  const removed = used.filter(({ uri }) => !known.has(uri)).slice(0, mostRemoved);
  const unused = registered.filter((uri) => used.every((use) => use.uri !== uri));
  return [
    ...used.filter(({ uri }) => known.has(uri)).map((use) => ({ ...use, isRegistered: true })),
    ...unused.map((uri) => ({ uri, isRegistered: true, count: 0, lastUsedAt: null })),
    ...removed.map((use) => ({ ...use, isRegistered: false })),
  ];
};

type FailureRow = {
  reason: ApplicationFailure;
  total: number;
  totalLastAt: number;
  value: string;
  count: number;
  lastAt: number;
};

/** The rows of a reason begin with the most frequent detail; requests without one are only in the total. */
const failures = async ({ db }: Context, { applicationId, first }: Period): Promise<ApplicationHealth['failures']> => {
  const { rows } = await sql<FailureRow>`
    select reason, total, total_last_at, value, count, last_at from (
      select outcome as reason, detail as value, sum(count)::bigint as count, max(last_at) as last_at,
        (sum(sum(count)) over (partition by outcome))::bigint as total,
        max(max(last_at)) over (partition by outcome) as total_last_at,
        row_number() over (partition by outcome order by detail = '', sum(count) desc, detail) as place
      from daily_application_requests
      where application_id = ${applicationId} and date >= ${first}::date and outcome <> ${succeeded}
      group by outcome, detail
    ) as ranked
    where place <= ${mostDetails}
    order by total desc, reason, place`.execute(db);
  return [...Map.groupBy(rows, ({ reason }) => reason)].map(([reason, ofReason]) => ({
    reason,
    count: ofReason[0]?.total ?? 0,
    lastAt: ofReason[0]?.totalLastAt ?? 0,
    details: ofReason.flatMap(({ value, count, lastAt }) => (value === '' ? [] : [{ value, count, lastAt }])),
  }));
};

const secrets = async ({ db, services }: Context, applicationId: string): Promise<ApplicationHealth['secrets']> => {
  const rows = await db
    .selectFrom('applicationSecrets as secret')
    .leftJoin('applicationSecretUses as uses', (join) =>
      join.onRef('uses.applicationId', '=', 'secret.applicationId').onRef('uses.name', '=', 'secret.name'),
    )
    .select(['secret.name', 'secret.createdAt', 'secret.expiresAt', 'uses.lastUsedAt', 'uses.recordedSince'])
    .where('secret.applicationId', '=', applicationId)
    .orderBy('secret.createdAt')
    .orderBy('secret.name')
    .limit(mostSecrets)
    .execute();
  const now = services.clock.now();
  return rows.map((row) => {
    const known = { ...row, recordedSince: row.recordedSince ?? row.createdAt };
    return { ...known, issues: secretIssues(known, now) };
  });
};

export default serve(applicationHealths, {
  get: async (ctx, { params: { id } }) => {
    const { type, oidcClientMetadata } = await findApplication(ctx, id);
    const today = Math.floor(ctx.services.clock.now() / dayMs);
    const since = (today - days + 1) * dayMs;
    const period = { applicationId: id, first: new Date(since).toISOString().slice(0, 10) };
    // The redirect URI of a SAML application is our own.
    const usesRedirects = type !== 'SAML' && type !== 'MachineToMachine';
    return {
      since,
      days: await daily(ctx, period, since),
      redirectUris: usesRedirects ? redirectUris(oidcClientMetadata.redirectUris, await usedUris(ctx, period)) : [],
      failures: await failures(ctx, period),
      secrets: await secrets(ctx, id),
    };
  },
});
