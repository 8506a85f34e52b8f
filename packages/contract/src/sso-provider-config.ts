// Parsed configurations of enterprise identity providers: the endpoints, keys and certificates that they publish.
import * as z from 'zod/mini';
import { secret } from './field-rules.ts';
import { fingerprints, timestamp } from './fields.ts';

export const oidcProviderConfig = z.object({
  issuer: z.string(),
  authorizationEndpoint: z.string(),
  tokenEndpoint: z.string(),
  userinfoEndpoint: z.optional(z.string()),
  jwksUri: z.string(),
  scope: z.string(),
  clientId: z.string(),
  clientSecret: secret(z.string(), { readBy: 'managers' }),
});
export type OidcProviderConfig = z.output<typeof oidcProviderConfig>;

export const attributeMapping = z.object({
  id: z.optional(z.string()),
  email: z.optional(z.string()),
  name: z.optional(z.string()),
});
export const defaultAttributeMapping = { id: 'nameID', email: 'email', name: 'name' } as const;

export const serviceProvider = z.object({ entityId: z.string(), assertionConsumerServiceUrl: z.string() });
export type ServiceProvider = z.output<typeof serviceProvider>;

const certificate = z.object({
  /** In PEM format. */
  x509Certificate: z.string(),
  certificateValidFrom: timestamp,
  certificateExpiresAt: timestamp,
  isCertificateValid: z.boolean(),
  fingerprints,
});
export type SamlCertificate = z.output<typeof certificate>;

export const samlProviderConfig = z.object({
  defaultAttributeMapping: attributeMapping,
  serviceProvider,
  /** Missing until it is configured. */
  identityProvider: z.optional(
    z.object({
      entityId: z.string(),
      signInEndpoint: z.string(),
      /** The first certificate, repeated for clients that know only one. */
      ...certificate.shape,
      /** All signing certificates, so that a rollover needs no action. */
      certificates: z.array(certificate),
    }),
  ),
});
export type SamlProviderConfig = z.output<typeof samlProviderConfig>;
