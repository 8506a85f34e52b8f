// The scripts of a tenant: kept, changed, tried out and removed.
import { type AccessTokenScript, customJwt, type MachineTokenScript } from '@tessera/contract/custom-jwt';
import type { JsonObject } from '@tessera/contract/fields';
import type { Context } from '../http/context.ts';
import { adminTenant } from '../http/place.ts';
import { notFound, RequestError } from '../http/request-error.ts';
import { serve } from '../http/serve.ts';
import { deniedMessage, withoutReserved } from './claims.ts';
import type { Outcome } from './messages.ts';
import { type ScriptKind, scriptKeys } from './scripts.ts';

const names: Record<ScriptKind, string> = { AccessToken: 'access-token', ClientCredentials: 'client-credentials' };

const read = async <S>({ db }: Context, kind: ScriptKind): Promise<S> => {
  const row = await db
    .selectFrom('tenantConfigs')
    .select('value')
    .where('key', '=', scriptKeys[kind])
    .executeTakeFirst();
  if (!row) throw notFound(names[kind]);
  return row.value as S;
};

/** Console users of the cloud sign in at the admin tenant: a script there would stand between all of them and all. */
const refuseForConsole = ({ services, tenantId }: Context) => {
  if (services.settings.edition === 'cloud' && tenantId === adminTenant) {
    throw new RequestError('jwt_customizer.can_not_create_for_admin_tenant');
  }
};

const save = async <S extends object>(ctx: Context, kind: ScriptKind, value: S): Promise<S> => {
  refuseForConsole(ctx);
  const key = scriptKeys[kind];
  if (await ctx.change.update('tenantConfigs', { key }, { value })) return value;
  await ctx.change.insert('tenantConfigs', { key, value }, ['key']);
  ctx.answer.status = 201;
  return value;
};

const update = async <S extends object>(ctx: Context, kind: ScriptKind, patch: object): Promise<S> => {
  refuseForConsole(ctx);
  const key = scriptKeys[kind];
  const tx = await ctx.change.transaction();
  const row = await tx
    .selectFrom('tenantConfigs')
    .select('value')
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound(names[kind]);
  const sent = Object.fromEntries(Object.entries(patch).filter(([, field]) => field !== undefined));
  const value = { ...(row.value as S), ...sent };
  await ctx.change.update('tenantConfigs', { key }, { value });
  return value;
};

const remove = async (ctx: Context, kind: ScriptKind) => {
  if (!(await ctx.change.remove('tenantConfigs', { key: scriptKeys[kind] }))) throw notFound(names[kind]);
};

const claimsOf = (outcome: Outcome): JsonObject => {
  if (outcome.type === 'claims') return withoutReserved(outcome.claims) as JsonObject;
  if (outcome.type === 'denied') {
    const data = { message: deniedMessage(outcome.message), code: 'AccessDenied' };
    throw new RequestError('jwt_customizer.general', { status: 403, data });
  }
  const { type: _, ...problem } = outcome;
  const ours = problem.reason === 'crashed' || problem.reason === 'busy';
  throw new RequestError('jwt_customizer.general', {
    ...(ours && { status: 500 }),
    data: { ...problem, code: 'General' },
  });
};

export default serve(customJwt, {
  list: async ({ db }) => {
    const rows = await db
      .selectFrom('tenantConfigs')
      .select(['key', 'value'])
      .where('key', 'in', Object.values(scriptKeys))
      .orderBy('key')
      .execute();
    // Which of the two it is, the output schema sees to.
    return rows as { key: typeof scriptKeys.AccessToken; value: AccessTokenScript }[];
  },
  test: async (ctx, { body }) => {
    const { script, tokenType: _, ...input } = body;
    return claimsOf(await ctx.services.sandbox.run(ctx.tenantId, { script, input: JSON.stringify(input) }));
  },
  getAccessToken: (ctx) => read(ctx, 'AccessToken'),
  saveAccessToken: (ctx, { body }) => save(ctx, 'AccessToken', body),
  updateAccessToken: (ctx, { body }) => update<AccessTokenScript>(ctx, 'AccessToken', body),
  removeAccessToken: (ctx) => remove(ctx, 'AccessToken'),
  getClientCredentials: (ctx) => read(ctx, 'ClientCredentials'),
  saveClientCredentials: (ctx, { body }) => save(ctx, 'ClientCredentials', body),
  updateClientCredentials: (ctx, { body }) => update<MachineTokenScript>(ctx, 'ClientCredentials', body),
  removeClientCredentials: (ctx) => remove(ctx, 'ClientCredentials'),
});
