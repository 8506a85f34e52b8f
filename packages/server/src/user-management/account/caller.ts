// Authenticates account API callers by an opaque access token of the tenant. As at the userinfo endpoint, the token,
// its application, its grant and the user must all be valid.
import type { IncomingHttpHeaders } from 'node:http';
import type { FieldControls } from '@tessera/contract/account-center';
import type { Operation } from '@tessera/contract/kit';
import { mayIssue } from '../../authorization/oidc/may-issue.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import type { Services } from '../../services.ts';

export type AccountCaller = {
  userId: string;
  applicationId: string;
  isThirdParty: boolean;
  /** The session and grant the token was issued from. */
  sessionUid: string | undefined;
  grantId: string;
  scopes: ReadonlySet<string>;
  fields: FieldControls;
  /** The verification record the caller presented. */
  verificationId: string | undefined;
};

const opaque = /^Bearer ([\w-]{20,128})$/i;

const grantedScopes = async (
  services: Pick<Services, 'applications' | 'databases' | 'providers'>,
  tenantId: string,
  value: string,
) => {
  const provider = await services.providers.of(tenantId);
  const token = await provider.AccessToken.find(value);
  const { accountId, clientId, grantId, sessionUid } = token ?? {};
  // The account API takes no proof, so a token that needs one is refused.
  if (!token || token.jkt || !accountId || !clientId || !grantId || token.aud !== undefined) return undefined;
  const application = await services.applications.find(tenantId, clientId);
  if (!application || !(await provider.Client.find(clientId))) return undefined;
  const grant = await provider.Grant.find(grantId);
  if (!grant || grant.clientId !== clientId || grant.accountId !== accountId) return undefined;
  const decision = await mayIssue(services.databases.of(tenantId), accountId);
  if (!decision.allowed) return undefined;
  const scopes = new Set(grant.getOIDCScopeFiltered(token.scopes).split(' '));
  const { id: applicationId, isThirdParty } = application;
  return { userId: accountId, applicationId, isThirdParty, sessionUid, grantId, scopes };
};

export const accountCaller = async (
  services: Pick<Services, 'accountCenters' | 'applications' | 'databases' | 'providers' | 'wire'>,
  tenantId: string,
  headers: IncomingHttpHeaders,
  operation: Operation,
): Promise<AccountCaller> => {
  const [, value] = opaque.exec(headers.authorization ?? '') ?? [];
  const caller = value && (await grantedScopes(services, tenantId, value));
  if (!caller) throw new RequestError('auth.unauthorized');
  if (!caller.scopes.has('openid')) throw new RequestError('auth.forbidden');
  if (caller.isThirdParty && !operation.thirdParty) throw new RequestError('auth.forbidden');
  const { enabled, fields } = await services.accountCenters.of(tenantId);
  if (!enabled) throw new RequestError('account_center.not_enabled');
  const named = headers[services.wire.verificationIdHeader];
  return { ...caller, fields, verificationId: typeof named === 'string' ? named : undefined };
};
