// Token script handlers.
import {
  type AccessTokenScript,
  customJwt,
  type MachineTokenScript,
  type ScriptFailure,
} from '@tessera/contract/custom-jwt';
import type { JsonObject } from '@tessera/contract/fields';
import type { Context } from '../../context.ts';
import { notDeleted, notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { isAdminTenant } from '../../infrastructure/http/resolve-request.ts';
import { keepStored } from '../../infrastructure/http/stored-secrets.ts';
import { serve } from '../../serve.ts';
import { deniedMessage, withoutReserved } from './claims.ts';
import type { Failure, Outcome } from './messages.ts';
import { type ScriptKind, scriptKeys } from './scripts.ts';
import { runFor } from './test-run.ts';

const names: Record<ScriptKind, string> = { AccessToken: 'access-token', ClientCredentials: 'client-credentials' };

const kindOf = { 'access-token': 'AccessToken', 'client-credentials': 'ClientCredentials' } as const;

const find = async <S>({ db }: Context, kind: ScriptKind): Promise<S | undefined> => {
  const stored = db.selectFrom('tenantConfigs').select('value').where('key', '=', scriptKeys[kind]);
  return (await stored.executeTakeFirst())?.value as S | undefined;
};

const read = async <S>(ctx: Context, kind: ScriptKind): Promise<S> => {
  const stored = await find<S>(ctx, kind);
  if (!stored) throw notFound(names[kind]);
  return stored;
};

/** A script in the admin tenant of the cloud would affect all console users. */
const refuseForConsole = ({ services, tenantId }: Context) => {
  if (services.settings.capabilities.hasManyTenants && isAdminTenant(tenantId)) {
    throw new RequestError('jwt_customizer.can_not_create_for_admin_tenant');
  }
};

/** The stored script, locked until the change is committed. */
const lock = async <S>({ change }: Context, kind: ScriptKind): Promise<S | undefined> => {
  const tx = await change.transaction();
  const stored = tx.selectFrom('tenantConfigs').select('value').where('key', '=', scriptKeys[kind]);
  return (await stored.forUpdate().executeTakeFirst())?.value as S | undefined;
};

type WithVariables = { script?: string | undefined; environmentVariables?: Record<string, string> | undefined };

/** Variables sent as the mask keep their stored values. */
const withVariables = <S extends WithVariables>(sent: S, stored: WithVariables | undefined): S => {
  const { environmentVariables: variables } = sent;
  if (!variables) return sent;
  const kept = keepStored(variables, stored?.environmentVariables, ['environmentVariables']);
  return { ...sent, environmentVariables: kept };
};

/** Failures not caused by the script. */
const serverFailures: Partial<Record<ScriptFailure, number>> = { busy: 503, crashed: 500 };

const scriptProblem = ({ type: _, ...problem }: Failure, details?: string) => {
  const status = serverFailures[problem.reason];
  return new RequestError('jwt_customizer.general', {
    ...(status && { status }),
    data: { ...problem, code: 'General' },
    ...(details && { details }),
  });
};

/** A script with a syntax error would fail for every token. */
const requireParsable = async (ctx: Context, script: string | undefined) => {
  if (script === undefined) return;
  const outcome = await ctx.services.sandbox.run(ctx.tenantId, { script, input: '{}', compileOnly: true });
  if (outcome.type !== 'failed') return;
  const { message, line, column } = outcome;
  const place = line === undefined ? '' : ` (line ${line}${column === undefined ? '' : `, column ${column}`})`;
  throw scriptProblem(outcome, `script: ${message}${place}`);
};

const save = async <S extends WithVariables>(ctx: Context, kind: ScriptKind, body: S): Promise<S> => {
  refuseForConsole(ctx);
  await requireParsable(ctx, body.script);
  const key = scriptKeys[kind];
  const value = withVariables(body, await lock<S>(ctx, kind));
  if (await ctx.change.update('tenantConfigs', { key }, { value })) return value;
  await ctx.change.insert('tenantConfigs', { key, value }, ['key']);
  ctx.answer.status = 201;
  return value;
};

const update = async <S extends WithVariables>(
  ctx: Context,
  kind: ScriptKind,
  patch: { script?: string | undefined },
): Promise<S> => {
  refuseForConsole(ctx);
  await requireParsable(ctx, patch.script);
  const key = scriptKeys[kind];
  const stored = await lock<S>(ctx, kind);
  if (!stored) throw notFound(names[kind]);
  const sent = Object.fromEntries(Object.entries(patch).filter(([, field]) => field !== undefined));
  const value = { ...stored, ...withVariables(sent, stored) };
  await ctx.change.update('tenantConfigs', { key }, { value });
  return value;
};

const remove = async (ctx: Context, kind: ScriptKind) => {
  if (!(await ctx.change.remove('tenantConfigs', { key: scriptKeys[kind] }))) throw notDeleted();
};

const claimsOf = (outcome: Outcome): JsonObject => {
  if (outcome.type === 'claims') return withoutReserved(outcome.claims) as JsonObject;
  if (outcome.type === 'denied') {
    const data = { message: deniedMessage(outcome.message), code: 'AccessDenied' };
    throw new RequestError('jwt_customizer.general', { status: 403, data });
  }
  throw scriptProblem(outcome);
};

export default serve(customJwt, {
  list: async ({ db }) => {
    const rows = await db
      .selectFrom('tenantConfigs')
      .select(['key', 'value'])
      .where('key', 'in', Object.values(scriptKeys))
      .orderBy('key')
      .execute();
    // The response schema determines which of the two it is.
    return rows as { key: typeof scriptKeys.AccessToken; value: AccessTokenScript }[];
  },
  test: async (ctx, { body }) => {
    const { script, tokenType: _, ...input } = withVariables(body, await find(ctx, kindOf[body.tokenType]));
    return claimsOf(await ctx.services.sandbox.run(ctx.tenantId, { script, input: JSON.stringify(input) }));
  },
  run: async (ctx, { body }) => runFor(ctx, withVariables(body, await find(ctx, kindOf[body.tokenType]))),
  getAccessToken: (ctx) => read(ctx, 'AccessToken'),
  saveAccessToken: (ctx, { body }) => save(ctx, 'AccessToken', body),
  updateAccessToken: (ctx, { body }) => update<AccessTokenScript>(ctx, 'AccessToken', body),
  removeAccessToken: (ctx) => remove(ctx, 'AccessToken'),
  getClientCredentials: (ctx) => read(ctx, 'ClientCredentials'),
  saveClientCredentials: (ctx, { body }) => save(ctx, 'ClientCredentials', body),
  updateClientCredentials: (ctx, { body }) => update<MachineTokenScript>(ctx, 'ClientCredentials', body),
  removeClientCredentials: (ctx) => remove(ctx, 'ClientCredentials'),
});
