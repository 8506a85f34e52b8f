// The SAML connector's requests and responses, in a separate file so that the XML libraries are loaded when first used.
import { inflateRawSync } from 'node:zlib';
import { ConnectorError } from '../connector.ts';
import { redirectUrl } from '../saml/authn-request.ts';
import { readCertificates } from '../saml/certificates.ts';
import { mostResponseBytes } from '../saml/limits.ts';
import { readMetadata } from '../saml/metadata.ts';
import { readResponse as read } from '../saml/response.ts';
import { SamlError } from '../saml/saml-error.ts';
import { openKey, type SamlSettings } from './saml-config.ts';

export const newRequest = (
  settings: SamlSettings,
  state: string,
  { id, now }: { id: string; now: number },
): { uri: string; requestId: string } => {
  const requestId = `_${id}`;
  const privateKey = settings.signAuthnRequest ? openKey(settings.privateKey, settings.privateKeyPass) : undefined;
  const request = {
    id: requestId,
    destination: settings.signInEndpoint ?? readMetadata(settings.idpMetadataXml).redirectUrl ?? '',
    issuer: settings.entityID,
    assertionConsumerServiceUrl: settings.assertionConsumerServiceUrl,
    nameIdFormat: settings.nameIDFormat,
    now,
  };
  const signing = privateKey && { privateKey, algorithm: settings.requestSignatureAlgorithm };
  return { uri: redirectUrl(request, state, signing), requestId };
};

/** Responses arrive compressed, since they pass through a URL. */
const inflate = (text: string): Buffer => {
  try {
    return inflateRawSync(Buffer.from(text, 'base64url'), { maxOutputLength: mostResponseBytes });
  } catch (cause) {
    throw new ConnectorError('invalid_response', { cause, message: 'SAMLResponse cannot be read' });
  }
};

const unreadable = ['response_unreadable', 'response_malformed', 'response_too_large', 'doctype_forbidden'];

export const readResponse = (
  settings: SamlSettings,
  text: string,
  { requestId, now }: { requestId: string; now: number },
): { nameId: string; attributes: Record<string, unknown> } => {
  const provider = readMetadata(settings.idpMetadataXml);
  const certificates = [...readCertificates(settings.x509Certificate), ...provider.certificates];
  const decryptionKey = settings.encryptAssertion
    ? openKey(settings.encPrivateKey, settings.encPrivateKeyPass)
    : undefined;
  const bytes = inflate(text);
  try {
    const { nameId, attributes } = read(bytes, {
      issuer: provider.entityId,
      audience: settings.entityID,
      recipient: settings.assertionConsumerServiceUrl,
      requestId,
      now,
      skewMs: settings.timeout,
      trust: { keys: certificates.map(({ publicKey }) => publicKey) },
      decryptionKeys: decryptionKey ? [decryptionKey] : [],
    });
    // SAML has only text, but flags of the profile are booleans.
    const flagged = Object.entries(attributes).map(([name, value]) => [name, value === 'true' ? true : value]);
    return { nameId, attributes: Object.fromEntries(flagged) };
  } catch (cause) {
    if (!(cause instanceof SamlError)) throw cause;
    const code = unreadable.includes(cause.reason) ? 'invalid_response' : 'general';
    throw new ConnectorError(code, { cause, message: `SAML response rejected: ${cause.message}` });
  }
};
