// The log of requests that changed something or failed, which administrators see in the console.
import type { ScimAction } from '@tessera/contract/scim-provisioning';
import { errorMessage } from '@tessera/phrases/errors';
import { runIn, type Statement } from '../../infrastructure/database/tenant-database.ts';
import { asRequestError } from '../../infrastructure/http/problems.ts';
import type { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import type { Ctx } from './answer.ts';
import { scimProblem } from './problem.ts';

export type Effect = { action: ScimAction; subject?: string | null; memberCount?: number };

const mostOfText = 256;
type Logged = Pick<Ctx, 'visit' | 'raw'> & { connector: { id: string } };

export const rowOf = ({ visit, raw, connector }: Logged, { action, subject, memberCount }: Effect, status: number) => {
  const [path = ''] = visit.destination.path.split(`/${encodeURIComponent(connector.id)}/v2`).slice(1);
  return {
    ...{ id: random.id(), ssoConnectorId: connector.id, action, status },
    method: raw.request.method ?? '',
    path: path.slice(0, mostOfText),
    subject: subject?.slice(0, mostOfText) ?? null,
    memberCount: memberCount ?? null,
  };
};

/** Prepared, since every created user needs it. */
const insertEffect: Statement = {
  name: 'scim-request',
  text: `insert into scim_requests (id, sso_connector_id, action, method, path, status, subject, member_count)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
};

/** Part of the change, since it has no effect without it. */
export const logEffect = async (ctx: Ctx, effect: Effect, status = 200): Promise<void> => {
  const row = rowOf(ctx, effect, status);
  const values = [row.id, row.ssoConnectorId, row.action, row.method, row.path, status, row.subject, row.memberCount];
  await runIn(await ctx.change.transaction())(insertEffect, values);
};

export const describeFailure = ({ code, status, extras: { values } }: RequestError) => {
  const body = JSON.stringify({ code, message: errorMessage(code, ['en'], values) });
  const problem = scimProblem({ status, headers: {}, body });
  const { detail } = JSON.parse(problem.body) as { detail: string };
  return { status: problem.status, detail: detail.slice(0, 512) };
};

/** After the change is rolled back. Failures of our own are not the identity provider's. */
const logFailure = async (ctx: Ctx, effect: Effect, error: unknown): Promise<void> => {
  const known = asRequestError(error);
  if (!known || known.status >= 500) return;
  const { status, detail } = describeFailure(known);
  await ctx.db
    .insertInto('scimRequests')
    .values({ ...rowOf(ctx, effect, status), detail })
    .execute();
};

/** Runs a request and logs it if it fails. `attempt`: what it tries to do. */
export const logged = async <T>(ctx: Ctx, attempt: Effect, run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    // Its connection must be free before another statement runs.
    await ctx.change.rollback();
    await logFailure(ctx, attempt, error);
    throw error;
  }
};
