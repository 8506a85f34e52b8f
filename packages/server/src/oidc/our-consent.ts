// Our own applications have nothing to ask: they get what they name, in the very request that names it. Only those of
// somebody else come to the consent page.
import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import type { AskedScopes } from '../consent/asked-scopes.ts';
import { decide } from '../consent/grants.ts';
import { rememberSubmission } from '../consent/session-extension.ts';
import { visitOf } from '../http/visit.ts';
import type { Services } from '../services.ts';

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

const completeGrant = async (services: Services, tenantId: string, ctx: KoaContextWithOIDC) => {
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
    ...{ userId: session.accountId, applicationId: client.clientId },
    ...{ sessionUid: session.uid, lastSubmission: result, visit: visitOf(ctx.req) },
  });
};

export const promptPolicy = (services: Services, tenantId: string) => {
  const policy = interactionPolicy.base();
  const isOurs = async ({ oidc: { client, params } }: KoaContextWithOIDC) => {
    // What came with a link is looked at by the page that would ask.
    if (params?.one_time_token) return false;
    const application = client && (await services.applications.find(tenantId, client.clientId));
    return application?.isThirdParty === false;
  };
  const checks = policy.get('consent')?.checks ?? [];
  for (const asked of checks) {
    const { check } = asked;
    asked.check = async (ctx) => !(await isOurs(ctx)) && check(ctx);
  }
  // Asked after the login prompt is answered: from here on it is known who the grant is for.
  const silent = new interactionPolicy.Check('ours', 'our own application', async (ctx) => {
    if (await isOurs(ctx)) await completeGrant(services, tenantId, ctx);
    return interactionPolicy.Check.NO_NEED_TO_PROMPT;
  });
  policy.get('consent')?.checks.add(silent);
  return policy;
};
