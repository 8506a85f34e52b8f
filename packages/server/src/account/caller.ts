// Who calls the account API: a person, by an opaque access token of the tenant's own provider. The same is asked of the
// token as at the userinfo endpoint: it is alive, and so are its application, its grant and the person.
import type { IncomingHttpHeaders } from 'node:http';
import type { FieldControls } from '@tessera/contract/account-center';
import { RequestError } from '../http/request-error.ts';
import { mayIssue } from '../oidc/may-issue.ts';
import type { Services } from '../services.ts';

export type AccountCaller = {
  userId: string;
  applicationId: string;
  scopes: ReadonlySet<string>;
  fields: FieldControls;
  /** The record by which the person says that it is them. */
  verificationId: string | undefined;
};

const opaque = /^Bearer ([\w-]{20,128})$/i;

const grantedScopes = async (services: Services, tenantId: string, value: string) => {
  const provider = await services.providers.of(tenantId);
  const token = await provider.AccessToken.find(value);
  const { accountId, clientId, grantId } = token ?? {};
  if (!token || !accountId || !clientId || !grantId || token.aud !== undefined) return undefined;
  if (!(await provider.Client.find(clientId))) return undefined;
  const grant = await provider.Grant.find(grantId);
  if (!grant || grant.clientId !== clientId || grant.accountId !== accountId) return undefined;
  const decision = await mayIssue(services.databases.of(tenantId), accountId);
  if (!decision.allowed) return undefined;
  const scopes = new Set(grant.getOIDCScopeFiltered(token.scopes).split(' '));
  return { userId: accountId, applicationId: clientId, scopes };
};

export const accountCaller = async (
  services: Services,
  tenantId: string,
  headers: IncomingHttpHeaders,
): Promise<AccountCaller> => {
  const [, value] = opaque.exec(headers.authorization ?? '') ?? [];
  const caller = value && (await grantedScopes(services, tenantId, value));
  if (!caller) throw new RequestError('auth.unauthorized');
  if (!caller.scopes.has('openid')) throw new RequestError('auth.forbidden');
  const { enabled, fields } = await services.accountCenters.of(tenantId);
  if (!enabled) throw new RequestError('account_center.not_enabled');
  const named = headers[services.wire.verificationIdHeader];
  return { ...caller, fields, verificationId: typeof named === 'string' ? named : undefined };
};
