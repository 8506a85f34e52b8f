// First-party applications get the scopes they request immediately. Only third-party ones see the consent page.
import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import type { AskedScopes } from '../../authentication/consent/asked-scopes.ts';
import { decide } from '../../authentication/consent/grants.ts';
import { rememberSubmission } from '../../authentication/consent/session-extension.ts';
import { visitOf } from '../../infrastructure/http/visit.ts';
import type { Services } from '../../services.ts';
import { applicationIdOf } from './client-ids.ts';

const missingFrom = (encountered: string, wanted: Iterable<string>): string[] => {
  const known = new Set(encountered.split(' '));
  return [...wanted].filter((scope) => !known.has(scope));
};

const missingScopes = ({ oidc }: KoaContextWithOIDC): AskedScopes => {
  const { grant, requestParamOIDCScopes, requestParamScopes, resourceServers = {} } = oidc;
  const resources = Object.entries(resourceServers).flatMap(([indicator, { scopes }]) => {
    const offered = [...requestParamScopes].filter((scope) => scopes.has(scope));
    const missing = missingFrom(grant?.getResourceScopeEncountered(indicator) ?? '', offered);
    return missing.length > 0 ? [[indicator, missing] as const] : [];
  });
  return {
    oidc: missingFrom(grant?.getOIDCScopeEncountered() ?? '', requestParamOIDCScopes),
    resources: Object.fromEntries(resources),
  };
};

const completeGrant = async (services: Pick<Services, 'databases'>, tenantId: string, ctx: KoaContextWithOIDC) => {
  const { client, grant, session, result } = ctx.oidc;
  if (!client || !grant || !session?.accountId) return;
  const missing = missingScopes(ctx);
  if (missing.oidc.length > 0 || Object.keys(missing.resources).length > 0) {
    decide(grant, missing, missing);
    await grant.save();
    session.ensureClientContainer(client.clientId);
    session.grantIdFor(client.clientId, grant.jti);
  }
  await rememberSubmission((statement, values) => services.databases.run(tenantId, statement, values), {
    ...{ userId: session.accountId, applicationId: applicationIdOf(client) },
    ...{ sessionUid: session.uid, lastSubmission: result, visit: visitOf(ctx.req) },
  });
};

export const promptPolicy = (services: Pick<Services, 'applications' | 'databases'>, tenantId: string) => {
  const policy = interactionPolicy.base();
  const isOurs = async ({ oidc: { client, params } }: KoaContextWithOIDC) => {
    // A one-time token is processed by the consent page.
    if (params?.one_time_token) return false;
    const application = client && (await services.applications.find(tenantId, client.clientId));
    return application?.isThirdParty === false;
  };
  const checks = policy.get('consent')?.checks ?? [];
  for (const asked of checks) {
    const { check } = asked;
    asked.check = async (ctx) => !(await isOurs(ctx)) && check(ctx);
  }
  // Runs after the login prompt is resolved, when the user is known.
  const silent = new interactionPolicy.Check('ours', 'our own application', async (ctx) => {
    if (await isOurs(ctx)) await completeGrant(services, tenantId, ctx);
    return interactionPolicy.Check.NO_NEED_TO_PROMPT;
  });
  policy.get('consent')?.checks.add(silent);
  return policy;
};
