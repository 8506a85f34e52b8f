// Counts the redirect URIs that applications use, and their failed requests by reason, for the health of applications.
import type Provider from 'oidc-provider';
import { type Client, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { succeeded } from '../../infrastructure/audit/application-requests.ts';
import type { Services } from '../../services.ts';
import { applicationIdOf } from './client-ids.ts';
import { type Failure, failureReason } from './failure-reason.ts';
import { internalMark } from './internal-mark.ts';
import { isTestRequest } from './test-redirects.ts';

const textOf = (value: unknown): string | undefined => {
  const [first] = [value].flat();
  return typeof first === 'string' ? first : undefined;
};

const withoutPort = (uri: string): string | undefined => {
  const url = URL.parse(uri);
  return url ? Object.assign(url, { port: '' }).href : undefined;
};

/** Native applications use any port of the loopback interface with one registered URI. */
const registeredUri = ({ redirectUris = [] }: Client, used: string): string | undefined =>
  redirectUris.find((uri) => uri === used) ?? redirectUris.find((uri) => withoutPort(uri) === withoutPort(used));

export const countRequests = (
  { applications, audit, log }: Pick<Services, 'applications' | 'audit' | 'log'>,
  { tenantId, base }: { tenantId: string; base: string },
  provider: Provider,
) => {
  const count = (ctx: KoaContextWithOIDC, error: Failure, applicationId: string) => {
    const { params } = ctx.oidc;
    const failure = failureReason(error, {
      redirectUri: textOf(params?.redirect_uri),
      resource: textOf(params?.resource),
      grant: textOf(params?.grant_type ?? params?.response_type),
      origin: ctx.get('origin'),
    });
    if (!failure) return;
    const internal = internalMark(ctx.req);
    if (internal) internal.failure = failure;
    if (isTestRequest(ctx, base)) return;
    audit.applicationRequested(tenantId, { applicationId, outcome: failure.reason, detail: failure.detail });
  };
  /** The library knows no client without redirect URIs, so it is looked up here. */
  const countWithoutUris = async (ctx: KoaContextWithOIDC, error: Failure) => {
    const application = await applications.find(tenantId, textOf(ctx.oidc.params?.client_id) ?? '');
    if (application) count(ctx, error, application.id);
  };
  const countFailure = (ctx: KoaContextWithOIDC, error: Failure) => {
    const { client } = ctx.oidc;
    // A page that was open for too long is nothing to repair.
    if (error instanceof errors.SessionNotFound) return;
    if (client) return count(ctx, error, applicationIdOf(client));
    if (error.message !== 'invalid_redirect_uri') return;
    countWithoutUris(ctx, error).catch((cause: unknown) => {
      log.warn({ tenantId, err: cause }, 'a failed request was not counted');
    });
  };

  provider.on('authorization.success', (ctx) => {
    const { client, params } = ctx.oidc;
    const used = textOf(params?.redirect_uri);
    const detail = client && used && registeredUri(client, used);
    if (detail)
      audit.applicationRequested(tenantId, { applicationId: applicationIdOf(client), outcome: succeeded, detail });
  });
  provider.on('authorization.error', countFailure);
  provider.on('grant.error', countFailure);
  provider.on('pushed_authorization_request.error', countFailure);
  provider.on('device_authorization.error', countFailure);
};
