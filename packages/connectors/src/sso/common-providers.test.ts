// Metadata and responses in the form of common identity providers, signed by another library, are read as they come.
import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { SignedXml } from 'xml-crypto';
import { alternativeName, writeCertificate } from '../certificate.ts';
import type { ConnectorTools } from '../connector.ts';
import * as names from '../saml/names.ts';
import { bareCertificate } from '../saml/service-provider-metadata.ts';
import { rsaSha256 } from '../saml/sign-element.ts';
import { type CommonProvider, commonProviders, type Facts } from './common-providers.ts';
import { loadOidcDocument } from './oidc-document.ts';
import { saml } from './saml-family.ts';
import type { SsoConnection } from './sso-provider.ts';
import { untraced } from './sso-trace.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const certificate = writeCertificate(
  {
    serialNumber: Buffer.of(1),
    ...{ subject: 'idp', issuer: 'idp', extension: alternativeName('idp.example') },
    ...{ validFrom: new Date('2025-01-01'), validUntil: new Date('2040-01-01') },
  },
  publicKey,
  privateKey,
);
const now = Date.parse('2026-05-04T10:00:00Z');
const serviceProvider = { entityId: 'urn:sp', assertionConsumerServiceUrl: 'https://sp.example/acs' };
const facts: Facts = {
  ...{ requestId: '_r', recipient: 'https://sp.example/acs', audience: 'urn:sp', now },
  certificate: bareCertificate(certificate),
};
const answering = (documents: Record<string, string>) =>
  ({
    fetch: async (url: string) => ({ status: 200, headers: new Headers(), body: Buffer.from(documents[url] ?? '') }),
    now: () => now,
  }) as unknown as ConnectorTools;

const sign = (xml: string, element: string, { prefix, listed }: CommonProvider): string => {
  const signer = new SignedXml({
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    publicCert: certificate,
    signatureAlgorithm: rsaSha256,
    canonicalizationAlgorithm: names.exclusive,
  });
  const xpath = `//*[local-name(.)='${element}']`;
  signer.addReference({
    xpath,
    transforms: [names.enveloped, names.exclusive],
    digestAlgorithm: `${names.encryption}sha256`,
    inclusiveNamespacesPrefixList: [...listed],
  });
  const location = { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' } as const;
  signer.computeSignature(xml, { location, ...(prefix && { prefix }) });
  return signer.getSignedXml();
};

const respond = (provider: CommonProvider): string =>
  provider.signs.reduce((xml, element) => sign(xml, element, provider), provider.response(facts));
const connectionTo = async (provider: CommonProvider): Promise<SsoConnection> => {
  const tools = answering({ 'https://idp.example/metadata': provider.metadata(facts.certificate) });
  const document = await saml.loadDocument({ metadataUrl: 'https://idp.example/metadata' }, tools);
  return {
    ...{ connectorId: 'c1', config: {}, document, serviceProvider },
    latestDocument: async () => document,
    serviceProviderKey: () => Promise.reject(new Error('no key is needed')),
  };
};
const identify = (xml: string, connection: SsoConnection) => {
  const data = { SAMLResponse: Buffer.from(xml).toString('base64') };
  return saml.identify({ data, session: { requestId: '_r' }, redirectUri: '' }, connection, answering({}));
};

const providers = Object.entries(commonProviders);

it.each(providers)('metadata of %s', async (_, provider) => {
  const { document } = await connectionTo(provider);
  const { entityId, signInEndpoint, wantsSignedRequests } = provider;
  expect(document).toMatchObject({ entityId, signInEndpoint, wantsSignedRequests, binding: 'redirect' });
  expect(document.certificates).toEqual([certificate]);
  const pasted = await saml.loadDocument({ metadata: provider.metadata(facts.certificate) }, answering({}));
  expect(pasted).toEqual(document);
});

it.each(providers)('a response of %s', async (_, provider) => {
  const { user } = await identify(respond(provider), await connectionTo(provider));
  expect(user).toMatchObject({ ...provider.user, isEmailVerified: true, rawData: provider.lists });
});

it.each(providers)('R54 a changed response of %s', async (_, provider) => {
  const connection = await connectionTo(provider);
  const changed = respond(provider).replaceAll('ann@acme.example', 'bob@acme.example');
  await expect(identify(changed, connection)).rejects.toThrow('signature_invalid');
  await expect(identify(provider.response(facts), connection)).rejects.toThrow('signature_missing');
});

const realm = 'https://keycloak.acme.example/realms/acme';
const microsoft = 'https://login.microsoftonline.com/7d6f0c1e-5a0b-4d9c-8f5e-2b1a3c4d5e6f';
const adfs = 'https://adfs.acme.example/adfs';
/** Issuer, and the authorization, token, key set and user info endpoints. */
const endpoints: Record<string, [string, string, string, string, string]> = {
  Keycloak: [
    realm,
    ...(['auth', 'token', 'certs', 'userinfo'].map((name) => `${realm}/protocol/openid-connect/${name}`) as [
      string,
      string,
      string,
      string,
    ]),
  ],
  Okta: [
    'https://acme.okta.com',
    'https://acme.okta.com/oauth2/v1/authorize',
    'https://acme.okta.com/oauth2/v1/token',
    'https://acme.okta.com/oauth2/v1/keys',
    'https://acme.okta.com/oauth2/v1/userinfo',
  ],
  'Entra ID': [
    `${microsoft}/v2.0`,
    `${microsoft}/oauth2/v2.0/authorize`,
    `${microsoft}/oauth2/v2.0/token`,
    `${microsoft}/discovery/v2.0/keys`,
    'https://graph.microsoft.com/oidc/userinfo',
  ],
  'Google Workspace': [
    'https://accounts.google.com',
    'https://accounts.google.com/o/oauth2/v2/auth',
    'https://oauth2.googleapis.com/token',
    'https://www.googleapis.com/oauth2/v3/certs',
    'https://openidconnect.googleapis.com/v1/userinfo',
  ],
  'AD FS': [adfs, `${adfs}/oauth2/authorize/`, `${adfs}/oauth2/token/`, `${adfs}/discovery/keys`, `${adfs}/userinfo`],
};

it.each(Object.entries(endpoints))('discovery of %s', async (_, [issuer, authorization, token, keys, userinfo]) => {
  const discovery = {
    ...{ issuer, authorization_endpoint: authorization, token_endpoint: token, jwks_uri: keys },
    ...{ userinfo_endpoint: userinfo, frontchannel_logout_supported: true, claims_supported: ['sub', 'email'] },
    ...{
      mtls_endpoint_aliases: { token_endpoint: token },
      tenant_region_scope: 'EU',
      rbac_url: 'https://pas.windows.net',
    },
  };
  const jwk = { kty: 'RSA', use: 'sig', kid: 'one', x5t: 'one', n: 'AQAB', e: 'AQAB', x5c: [facts.certificate] };
  const tools = answering({
    [`${issuer}/.well-known/openid-configuration`]: JSON.stringify(discovery),
    [keys]: JSON.stringify({ keys: [{ ...jwk, use: 'enc', kid: 'two' }, jwk] }),
  });
  const document = await loadOidcDocument(issuer, true, tools, untraced);
  expect(JSON.stringify(document)).toContain(JSON.stringify(authorization));
  expect(JSON.stringify(document)).toContain('"kid":"one"');
});
