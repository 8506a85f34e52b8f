// What a SAML identity provider publishes: entity ID, sign-in URLs and signing certificates.
import { createHash, X509Certificate } from 'node:crypto';
import type { SamlCertificate } from '@tessera/contract/sso-provider-config';
import * as z from 'zod/mini';
import type { ConnectorTools } from '../connector.ts';
import { fingerprintsOf, readCertificates } from '../saml/certificates.ts';
import { readMetadata } from '../saml/metadata.ts';
import { SamlError, type SamlReason } from '../saml/saml-error.ts';
import { metadataField, type SamlSsoConfig } from './saml-config.ts';
import {
  longestIssuer,
  type SsoConfigCode,
  SsoConfigError,
  type SsoConfigProblem,
  type SsoDocument,
} from './sso-provider.ts';
import type { SsoNote } from './sso-trace.ts';

const samlDocument = z.object({
  entityId: z.string(),
  /** For the redirect binding, or for the POST binding if there is no other. */
  signInEndpoint: z.string(),
  binding: z.enum(['redirect', 'post']),
  /** In PEM format. */
  certificates: z.array(z.string()).check(z.minLength(1)),
  wantsSignedRequests: z.boolean(),
});
export type SamlDocument = z.output<typeof samlDocument>;

/** Undefined if a stored copy is from another release. */
export const readSamlDocument = (document: SsoDocument | undefined): SamlDocument | undefined => {
  const result = z.safeParse(samlDocument, document);
  return result.success ? result.data : undefined;
};

/** Each is tried with a signature. */
const mostCertificates = 20;

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');
export const samlSourceOf = (config: SamlSsoConfig): string => {
  if ('metadataUrl' in config) return config.metadataUrl;
  if ('metadata' in config) return `metadata:${hashOf(config.metadata)}`;
  return `values:${hashOf([config.entityId, config.signInEndpoint, config.x509Certificate].join('\n'))}`;
};

const problem = (config: SamlSsoConfig, code: SsoConfigCode, name: SsoConfigProblem, found = '', cause?: unknown) =>
  new SsoConfigError(code, { field: metadataField(config), problem: name, found, cause });

const certificateReasons: readonly SamlReason[] = ['certificate_invalid', 'certificate_missing'];

/** On the field that the administrator entered. */
const fieldProblem = (config: SamlSsoConfig, cause: unknown): unknown => {
  if (!(cause instanceof SamlError)) return cause;
  const isCertificate = certificateReasons.includes(cause.reason);
  return isCertificate
    ? problem(config, 'invalid_certificate', 'not_certificate', '', cause)
    : problem(config, 'invalid_metadata', 'not_metadata', cause.message, cause);
};

export const describeCertificate = (pem: string, now: number): SamlCertificate => {
  const certificate = new X509Certificate(pem);
  const { validFromDate, validToDate } = certificate;
  return {
    x509Certificate: pem,
    certificateValidFrom: validFromDate.getTime(),
    certificateExpiresAt: validToDate.getTime(),
    isCertificateValid: validFromDate.getTime() <= now && now < validToDate.getTime(),
    fingerprints: fingerprintsOf(certificate),
  };
};

const pemsOf = (config: SamlSsoConfig, certificates: readonly X509Certificate[]): string[] => {
  const { length } = certificates;
  if (length > mostCertificates) throw problem(config, 'invalid_metadata', 'too_many_certificates', String(length));
  return certificates.map((certificate) => certificate.toString());
};

/** `now`: metadata that is out of date is refused. */
const fromMetadata = (config: SamlSsoConfig, xml: string, now?: number): SamlDocument => {
  const { entityId, redirectUrl, postUrl, certificates, wantsSignedRequests } = readMetadata(xml, now);
  if (entityId.length > longestIssuer) throw problem(config, 'invalid_metadata', 'issuer_too_long');
  if (certificates.length === 0) throw problem(config, 'invalid_metadata', 'no_certificate');
  return {
    entityId,
    signInEndpoint: redirectUrl ?? postUrl ?? '',
    binding: redirectUrl ? 'redirect' : 'post',
    certificates: pemsOf(config, certificates),
    wantsSignedRequests,
  };
};

const fetchMetadata = async (
  config: SamlSsoConfig & { metadataUrl: string },
  tools: ConnectorTools,
  note: (more: SsoNote) => void,
) => {
  const url = config.metadataUrl;
  note({ url });
  const { status, body } = await tools.fetch(url, {}).catch((cause: unknown) => {
    throw problem(config, 'invalid_metadata', 'unreachable', new URL(url).host, cause);
  });
  note({ status, body: body.toString() });
  if (status !== 200) throw problem(config, 'invalid_metadata', 'not_found', `${url} (${status})`);
  return body.toString();
};

export const loadSamlDocument = async (
  config: SamlSsoConfig,
  tools: ConnectorTools,
  note: (more: SsoNote) => void,
): Promise<SamlDocument> => {
  try {
    if ('metadata' in config) return fromMetadata(config, config.metadata);
    if ('metadataUrl' in config) return fromMetadata(config, await fetchMetadata(config, tools, note), tools.now());
    const { entityId, signInEndpoint, x509Certificate } = config;
    const certificates = pemsOf(config, readCertificates(x509Certificate));
    return { entityId, signInEndpoint, binding: 'redirect', certificates, wantsSignedRequests: false };
  } catch (cause) {
    throw fieldProblem(config, cause);
  }
};
