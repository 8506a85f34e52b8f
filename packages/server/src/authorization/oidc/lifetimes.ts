// Lifetimes of everything the provider issues, in seconds.
import type { Client, Configuration } from 'oidc-provider';

const hour = 3600;
const day = 24 * hour;
export const sessionLifetime = 14 * day;
export const defaultAccessTokenLifetime = hour;
export const interactionLifetime = hour;

type CustomMetadata = {
  accessTokenTtl?: number;
  idTokenTtl?: number;
  refreshTokenTtl?: number;
  refreshTokenTtlInDays?: number;
};
const customMetadata = (client: Client) => client as unknown as CustomMetadata & Record<string, unknown>;

export const refreshTokenLifetime = (client: Client): number => {
  const { refreshTokenTtlInDays, refreshTokenTtl } = customMetadata(client);
  return refreshTokenTtlInDays ? refreshTokenTtlInDays * day : (refreshTokenTtl ?? 14 * day);
};

/** The shorter of the API's and the application's. */
export const accessTokenLifetime = (client: object, ofResource = defaultAccessTokenLifetime): number =>
  Math.min(ofResource, (client as CustomMetadata).accessTokenTtl ?? ofResource);

export const lifetimes: NonNullable<Configuration['ttl']> = {
  AccessToken: (_, token, client) => accessTokenLifetime(client, token.resourceServer?.accessTokenTTL),
  AuthorizationCode: 60,
  ClientCredentials: (_, token, client) => accessTokenLifetime(client, token.resourceServer?.accessTokenTTL),
  DeviceCode: 10 * 60,
  Grant: sessionLifetime,
  IdToken: (_, __, client) => customMetadata(client).idTokenTtl ?? hour,
  Interaction: interactionLifetime,
  PushedAuthorizationRequest: 60,
  RefreshToken: (_, __, client) => refreshTokenLifetime(client),
  ReplayDetection: 5 * 60,
  // Without a user it only protects a form.
  Session: (_, session) => (session.accountId ? sessionLifetime : interactionLifetime),
};
