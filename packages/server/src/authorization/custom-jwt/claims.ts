// Adds the claims of a tenant's script to a token. A failed run is logged and its claims are omitted, unless the script
// can deny access: then the token is refused. A script that had no turn also refuses the token.
import { reservedClaims } from '@tessera/contract/custom-jwt';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { visitOf } from '../../infrastructure/http/visit.ts';
import type { Services } from '../../services.ts';
import { applicationIdOf } from '../oidc/client-ids.ts';
import type { Failure, Outcome } from './messages.ts';
import type { ScriptKind, StoredScript } from './scripts.ts';
import { grantContext, interactionContext } from './token-context.ts';
import { userContext } from './user-context.ts';

/** The fields of an access token visible to scripts. */
export type IssuedToken = {
  kind: string;
  accountId?: string;
  sessionUid?: string;
  [field: string]: unknown;
};

const tokenFields = [
  'jti',
  'aud',
  'scope',
  'clientId',
  'accountId',
  'expiresWithSession',
  'grantId',
  'gty',
  'sessionUid',
  'sid',
  'kind',
];
const reserved = new Set<string>(reservedClaims);

const isKind = (kind: string): kind is ScriptKind => kind === 'AccessToken' || kind === 'ClientCredentials';

const contextOf = async (
  services: Pick<Services, 'databases'>,
  tenantId: string,
  token: IssuedToken,
  params: Record<string, unknown>,
) => {
  const { accountId } = token;
  if (!accountId) return undefined;
  const db = services.databases.of(tenantId);
  const [user, interaction, grant] = await Promise.all([
    userContext(db, accountId),
    interactionContext(db, token.sessionUid, accountId),
    grantContext(db, params, accountId),
  ]);
  return { user, interaction, grant };
};

const inputOf = async (
  services: Pick<Services, 'databases'>,
  tenantId: string,
  { environmentVariables }: StoredScript,
  token: IssuedToken,
  params: Record<string, unknown>,
) => {
  const context = token.kind === 'AccessToken' ? await contextOf(services, tenantId, token, params) : undefined;
  const fields = tokenFields.map((name) => [name, token[name]]);
  return JSON.stringify({ token: Object.fromEntries(fields), context, environmentVariables });
};

const record = (
  services: Pick<Services, 'audit'>,
  tenantId: string,
  ctx: KoaContextWithOIDC | undefined,
  token: IssuedToken & { kind: ScriptKind },
  outcome: Exclude<Outcome, { type: 'claims' }>,
) => {
  const visit = ctx && visitOf(ctx.req);
  const client = ctx?.oidc.client;
  const { message } = outcome;
  const error =
    outcome.type === 'denied'
      ? { code: 'AccessDenied', message }
      : { code: 'General', message, reason: outcome.reason, line: outcome.line, column: outcome.column };
  services.audit.record(tenantId, `JwtCustomizer.${token.kind}`, {
    result: 'Error',
    ip: visit?.ip,
    userAgent: visit?.userAgent,
    applicationId: client && applicationIdOf(client),
    userId: token.accountId,
    sessionId: token.sessionUid,
    error,
  });
};

export const withoutReserved = (claims: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => !reserved.has(name)));

export const reservedIn = (claims: Record<string, unknown>): string[] =>
  Object.keys(claims).filter((name) => reserved.has(name));

export const deniedMessage = (message: string): string => message || 'Access denied';

const blocksOnError = ({ blockIssuanceOnError, script }: StoredScript): boolean =>
  blockIssuanceOnError ?? script.includes('denyAccess');

// Transient failures: the same request may succeed a moment later.
const passing: readonly Failure['reason'][] = ['busy', 'time', 'memory', 'crashed'];
const retryAfterSeconds = 2;

const refuseFailed = (ctx: KoaContextWithOIDC | undefined, { reason }: Failure): never => {
  if (!passing.includes(reason)) throw new errors.AccessDenied('the custom claims script failed');
  ctx?.set('Retry-After', String(retryAfterSeconds));
  const refusal = new errors.TemporarilyUnavailable('the custom claims script could not finish');
  throw Object.assign(refusal, { status: 503, statusCode: 503, expose: true });
};

/** `undefined`: there is no script, or it returned nothing. */
export const customClaims = async (
  services: Pick<Services, 'audit' | 'databases' | 'sandbox' | 'scripts'>,
  tenantId: string,
  ctx: KoaContextWithOIDC | undefined,
  token: IssuedToken,
): Promise<Record<string, unknown> | undefined> => {
  if (!isKind(token.kind)) return undefined;
  const stored = await services.scripts(tenantId, token.kind);
  if (!stored) return undefined;
  const input = await inputOf(services, tenantId, stored, token, ctx?.oidc.params ?? {});
  const outcome = await services.sandbox.run(tenantId, { script: stored.script, input });
  if (outcome.type === 'claims') return withoutReserved(outcome.claims);
  record(services, tenantId, ctx, { ...token, kind: token.kind }, outcome);
  // The message goes into a header, so limit its length.
  if (outcome.type === 'denied') throw new errors.AccessDenied(deniedMessage(outcome.message).slice(0, 500));
  if (outcome.reason === 'busy' || blocksOnError(stored)) refuseFailed(ctx, outcome);
  return undefined;
};
