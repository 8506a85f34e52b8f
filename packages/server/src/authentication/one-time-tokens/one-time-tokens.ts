// One-time token handlers for applications.
import { oneTimeTokens } from '@tessera/contract/one-time-tokens';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { digestOf } from '../../infrastructure/database/digest.ts';
import { notDeleted, notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import { asOneTimeToken, useToken } from './tokens.ts';

const defaultLifetime = 600;

const isOutdated = sql<boolean>`status = 'active' and expires_at <= now()`;
const currentStatus = sql<string>`case when ${isOutdated} then 'expired' else status end`;

/** Unknown organizations are reported now rather than when the token is used. */
const requireOrganizations = async ({ db }: Context, ids: readonly string[]) => {
  if (ids.length === 0) return;
  const rows = await db.selectFrom('organizations').select('id').where('id', 'in', ids).execute();
  if (rows.length < new Set(ids).size) {
    throw new RequestError('entity.relation_foreign_key_not_found', { status: 422 });
  }
};

export default serve(oneTimeTokens, {
  list: async ({ db, page, services }, { query: { email, status } }) => {
    let rows = db
      .selectFrom('oneTimeTokens')
      .selectAll()
      // Others are password links.
      .where('userId', 'is', null)
      .orderBy('createdAt', 'desc')
      .orderBy('id');
    if (email !== undefined) rows = rows.where('emailKey', '=', email.toLowerCase());
    if (status !== undefined) rows = rows.where(currentStatus, '=', status);
    const now = services.clock.now();
    return (await page(rows)).map((row) => asOneTimeToken(row, now));
  },

  create: async (ctx, { body: { email, context = {}, expiresIn = defaultLifetime } }) => {
    await requireOrganizations(ctx, context.jitOrganizationIds ?? []);
    const tx = await ctx.change.transaction();
    const outdated = await tx
      .selectFrom('oneTimeTokens')
      .select('id')
      .where('emailKey', '=', email.toLowerCase())
      .where(isOutdated)
      .limit(100)
      .execute();
    for (const { id } of outdated) await ctx.change.update('oneTimeTokens', { id }, { status: 'expired' });
    const token = random.secret();
    const row = await ctx.change.insert('oneTimeTokens', {
      id: random.id(),
      email,
      token: digestOf(token),
      context,
      // By the database's clock, which is also used on redemption.
      expiresAt: sql`now() + ${expiresIn} * interval '1 second'` as never,
    });
    return asOneTimeToken(row, ctx.services.clock.now(), token);
  },

  get: async ({ db, services }, { params: { id } }) => {
    const row = await db.selectFrom('oneTimeTokens').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound(id);
    return asOneTimeToken(row, services.clock.now());
  },

  verify: async (ctx, { body: { email, token } }) => {
    const now = ctx.services.clock.now();
    const tx = await ctx.change.transaction();
    const row = await useToken(tx, email, token, now);
    // The status was set by consuming the token; this writes the change record.
    await ctx.change.update('oneTimeTokens', { id: row.id }, { status: 'consumed' });
    return asOneTimeToken(row, now, token);
  },

  setStatus: async (ctx, { params: { id }, body: { status } }) => {
    const now = ctx.services.clock.now();
    const tx = await ctx.change.transaction();
    const row = await tx.selectFrom('oneTimeTokens').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row) throw notFound(id);
    // Final statuses cannot change; only an active token can be revoked.
    const current = asOneTimeToken(row, now);
    if (status === 'active') throw new RequestError('one_time_token.cannot_reactivate_token');
    if (current.status !== 'active') return current;
    await ctx.change.update('oneTimeTokens', { id }, { status });
    return { ...current, status };
  },

  remove: async (ctx, { params: { id } }) => {
    if (!(await ctx.change.remove('oneTimeTokens', { id }))) throw notDeleted();
  },
});
