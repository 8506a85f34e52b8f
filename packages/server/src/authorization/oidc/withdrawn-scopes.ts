// User scopes removed from a third-party application disappear from everything issued before. A grant is read with the
// scopes still configured, which covers refresh, userinfo and the account API; introspection returns the token's own
// scopes and is narrowed to match.
import type Provider from 'oidc-provider';
import type { Services } from '../../services.ts';
import type { KnownApplication } from './applications-as-clients.ts';
import { overrideMethod } from './library-overrides.ts';
import { isOfPredecessor } from './outdated-grants.ts';
import { claimsByScope } from './scopes.ts';

type Grant = InstanceType<Provider['Grant']>;
type Find = (id: string, options?: { ignoreExpiration?: boolean }) => Promise<Grant | undefined>;
type Introspected = { active?: boolean; client_id?: string; scope?: string };

export const narrowWithdrawnScopes = (
  services: Pick<Services, 'applications' | 'wire'>,
  tenantId: string,
  provider: Provider,
) => {
  const userScopes = new Set(Object.keys(claimsByScope(services.wire)));

  /** Configured scopes are cached with the client, so this needs no query. */
  const stillConfigured = (application: KnownApplication | undefined, scope: string): string => {
    if (!application?.isThirdParty) return scope;
    const configured = new Set((application.client.scope ?? '').split(' '));
    const isLeft = (name: string) => configured.has(name) || !userScopes.has(name);
    return scope.split(' ').filter(isLeft).join(' ');
  };

  overrideMethod<Find>(provider, 'Grant.find', (find) => async (id, options) => {
    const grant = await find.call(provider.Grant, id, options);
    const application = grant?.clientId && (await services.applications.find(tenantId, grant.clientId));
    if (!grant || !application) return grant;
    if (isOfPredecessor(grant, application)) return undefined;
    if (grant.openid?.scope) grant.openid.scope = stillConfigured(application, grant.openid.scope);
    return grant;
  });

  provider.use(async (ctx, next) => {
    await next();
    const body = ctx.body as Introspected | undefined;
    if (ctx.oidc?.route !== 'introspection' || !body?.active || !body.client_id || !body.scope) return;
    const application = await services.applications.find(tenantId, body.client_id);
    body.scope = stillConfigured(application, body.scope);
  });
};
