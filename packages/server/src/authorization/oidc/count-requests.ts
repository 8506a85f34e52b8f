// Counts the redirect URIs that applications use, and their failed requests by reason, for the health of applications.
import type Provider from 'oidc-provider';
import { type Client, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { succeeded } from '../../infrastructure/audit/application-requests.ts';
import type { Services } from '../../services.ts';
import { type Failure, failureReason } from './failure-reason.ts';

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

export const countRequests = (services: Pick<Services, 'audit'>, tenantId: string, provider: Provider) => {
  const { audit } = services;

  const countFailure = (ctx: KoaContextWithOIDC, error: Failure) => {
    const { client, params } = ctx.oidc;
    // Without a known application, and with a page that was open for too long, there is nothing to repair.
    if (!client || error instanceof errors.SessionNotFound) return;
    const failure = failureReason(error, {
      redirectUri: textOf(params?.redirect_uri),
      resource: textOf(params?.resource),
      grant: textOf(params?.grant_type ?? params?.response_type),
      origin: ctx.get('origin'),
    });
    if (!failure) return;
    audit.applicationRequested(tenantId, {
      ...{ applicationId: client.clientId, outcome: failure.reason, detail: failure.detail },
    });
  };

  provider.on('authorization.success', (ctx) => {
    const { client, params } = ctx.oidc;
    const used = textOf(params?.redirect_uri);
    const detail = client && used && registeredUri(client, used);
    if (detail) audit.applicationRequested(tenantId, { applicationId: client.clientId, outcome: succeeded, detail });
  });
  provider.on('authorization.error', countFailure);
  provider.on('grant.error', countFailure);
  provider.on('pushed_authorization_request.error', countFailure);
  provider.on('device_authorization.error', countFailure);
};
