// Sign-ins with a SAML identity provider, in a separate file so that the XML libraries are loaded when first used.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { Authorization, AuthorizationAnswer, ConnectorTools, SocialUser } from '../connector.ts';
import { ConnectorError } from '../connector.ts';
import type { Identity } from '../saml/assertion.ts';
import { type AuthnRequest, postedXml, redirectUrl } from '../saml/authn-request.ts';
import { decodeResponse, readResponse } from '../saml/response.ts';
import { SamlError } from '../saml/saml-error.ts';
import { rsaSha256 } from '../saml/sign-element.ts';
import { parseXml, xmlText } from '../saml/xml.ts';
import { mappingOf, type SamlSsoConfig } from './saml-config.ts';
import { readSamlDocument, type SamlDocument } from './saml-document.ts';
import { traceAttributes, traceReading } from './saml-steps.ts';
import type { SsoConnection, SsoDocument, SsoIdentity } from './sso-provider.ts';
import { type SsoTrace, untraced } from './sso-trace.ts';

const skewMs = 120_000;
// Larger profiles are not stored with a user.
const mostRawData = 16_384;

const documentOf = (document: SsoDocument): SamlDocument => {
  const found = readSamlDocument(document);
  if (!found) throw new ConnectorError('invalid_config');
  return found;
};

/** The page of ours that posts the request to an identity provider without the redirect binding. */
const postPage = (acsUrl: string, xml: string, relayState: string): string => {
  const query = new URLSearchParams({
    SAMLRequest: deflateRawSync(Buffer.from(xml)).toString('base64url'),
    RelayState: relayState,
  });
  return `${acsUrl}/request?${query}`;
};

export const authorizeSaml = async (
  { state }: { state: string },
  { document, serviceProvider, serviceProviderKey }: SsoConnection,
  tools: ConnectorTools,
): Promise<Authorization> => {
  const { signInEndpoint, binding, wantsSignedRequests } = documentOf(document);
  const request: AuthnRequest = {
    id: `_${tools.random()}`,
    destination: signInEndpoint,
    issuer: serviceProvider.entityId,
    assertionConsumerServiceUrl: serviceProvider.assertionConsumerServiceUrl,
    now: tools.now(),
  };
  const key = wantsSignedRequests ? await serviceProviderKey() : undefined;
  const signing = key && { privateKey: createPrivateKey(key.privateKey), algorithm: rsaSha256 };
  const uri =
    binding === 'redirect'
      ? redirectUrl(request, state, signing)
      : postPage(serviceProvider.assertionConsumerServiceUrl, postedXml(request, signing), state);
  return { uri, session: { requestId: request.id } };
};

/** Unverified: only to find the request that the response claims to answer. */
export const claimedRequest = (response: string): string | undefined => {
  try {
    return parseXml(xmlText(decodeResponse(response))).getAttribute('InResponseTo') || undefined;
  } catch (error) {
    throw asConnectorError(error);
  }
};

const asConnectorError = (error: unknown): unknown =>
  error instanceof SamlError
    ? new ConnectorError('authorization_failed', { cause: error, message: `${error.setting}: ${error.message}` })
    : error;

/** Names that identity providers use by themselves, for a mapping that the administrator left as it is. */
const usualNames: Record<'email' | 'name', readonly string[]> = {
  email: [
    ...['mail', 'emailAddress', 'urn:oid:0.9.2342.19200300.100.1.3'],
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  ],
  name: [
    ...['displayName', 'cn', 'urn:oid:2.16.840.1.113730.3.1.241', 'urn:oid:2.5.4.3'],
    ...['http://schemas.microsoft.com/identity/claims/displayname'],
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
  ],
};

/** The provider vouches for the address; whether that counts depends on its domain. */
const userOf = ({ nameId, nameIdFormat, attributes }: Identity, config: SamlSsoConfig): SocialUser => {
  const mapping = mappingOf(config);
  const names = Object.keys(attributes).join();
  // Another one at every sign-in, so it recognizes no one.
  if (mapping.id === 'nameID' && nameIdFormat?.endsWith(':transient')) {
    throw new SamlError('name_id_transient', { received: names });
  }
  const textIn = (name: string): string | undefined => {
    if (name === 'nameID') return nameId;
    const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
    return Array.isArray(value) ? value[0] : value;
  };
  const mapped = (key: 'email' | 'name'): string | undefined => {
    const more = config.attributeMapping?.[key] ? [] : usualNames[key];
    return [mapping[key], ...more].map(textIn).find(Boolean);
  };
  const id = textIn(mapping.id);
  if (!id) throw new SamlError('attribute_missing', { expected: mapping.id, received: names });
  const [email, name] = [mapped('email'), mapped('name')];
  const rawData = { nameID: nameId, ...attributes };
  return {
    id,
    ...(email && { email, isEmailVerified: true }),
    ...(name && { name }),
    ...(JSON.stringify(rawData).length <= mostRawData && { rawData }),
  };
};

export const identifySaml = async (
  { data, session }: Omit<AuthorizationAnswer, 'keepsTokens'>,
  connection: SsoConnection,
  tools: ConnectorTools,
  trace: SsoTrace = untraced,
): Promise<SsoIdentity> => {
  const { SAMLResponse } = data;
  if (typeof SAMLResponse !== 'string' || !SAMLResponse) throw new ConnectorError('insufficient_request_parameters');
  const { serviceProvider, serviceProviderKey } = connection;
  const read = async (document: SamlDocument, bytes: Buffer) => {
    const key = bytes.includes('EncryptedAssertion') ? await serviceProviderKey() : undefined;
    return readResponse(bytes, {
      issuer: document.entityId,
      audience: serviceProvider.entityId,
      recipient: serviceProvider.assertionConsumerServiceUrl,
      requestId: typeof session.requestId === 'string' ? session.requestId : undefined,
      now: tools.now(),
      skewMs,
      trust: { keys: document.certificates.map((pem) => new X509Certificate(pem).publicKey) },
      decryptionKeys: key ? [createPrivateKey(key.privateKey)] : [],
    });
  };
  const readWithLatest = async () => {
    const bytes = decodeResponse(SAMLResponse);
    return read(documentOf(connection.document), bytes).catch(async (error: unknown) => {
      if (!(error instanceof SamlError) || error.reason !== 'signature_invalid') throw error;
      // The provider may have a new certificate since the copy was made.
      return read(documentOf(await connection.latestDocument()), bytes);
    });
  };
  try {
    const identity = await traceReading(readWithLatest(), connection, trace);
    const { replayKey: key, expiresAt: until } = identity;
    const user = await traceAttributes(() => userOf(identity, connection.config as SamlSsoConfig), trace);
    return { user, oneTime: { key, until } };
  } catch (error) {
    throw asConnectorError(error);
  }
};
