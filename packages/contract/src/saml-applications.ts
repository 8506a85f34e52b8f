// SAML applications: service providers that users sign in to with Tessera as the SAML identity provider.
import * as z from 'zod/mini';
import { application, description } from './applications.ts';
import { matches, satisfies } from './field-issues.ts';
import { customData, fingerprints, id, text, timestamp, webUrl } from './fields.ts';
import { del, get, patch, post, resource } from './kit.ts';
import { nameIdFormats, postBinding, redirectBinding, samlClaims } from './saml-words.ts';

export const nameIdFormat = z.enum(nameIdFormats);

/** A URL of the service provider, and how the browser gets there. */
export const samlEndpoint = z.object({ binding: z.enum([postBinding, redirectBinding]), url: webUrl });
export type SamlEndpoint = z.output<typeof samlEndpoint>;

/** The numbers that the metadata of the service provider gives to its URLs. */
const indexedUrl = z.object({ index: z.int().check(z.minimum(0), z.maximum(65_535)), url: webUrl });
export const mostAcsIndexes = 50;
const assertionConsumer = z.extend(samlEndpoint, {
  /** Of this URL and of the others, for requests that name an index. */
  indexes: z.optional(z.array(indexedUrl).check(z.maxLength(mostAcsIndexes))),
});
export type AssertionConsumer = z.output<typeof assertionConsumer>;

/** At least one block; the server reads the content. */
const pem = /^\s*(-----BEGIN CERTIFICATE-----[\sA-Za-z0-9+/=]+-----END CERTIFICATE-----\s*)+$/;
export const certificatePem = text(1, 32_768).check(matches(pem, 'certificate'));

export const samlEncryption = z
  .object({
    encryptAssertion: z.optional(z.boolean()),
    /** The signature covers the encrypted assertion, instead of its content. */
    encryptThenSign: z.optional(z.boolean()),
    certificate: z.optional(certificatePem),
  })
  .check(
    satisfies(({ encryptAssertion, certificate }) => !encryptAssertion || certificate !== undefined, 'certificate', [
      'certificate',
    ]),
  );
export type SamlEncryption = z.output<typeof samlEncryption>;

/** The claim, and the name of its attribute. Without any, there are the attributes sub, email and name. */
export const attributeMapping = z.partialRecord(z.enum(samlClaims), text(1, 256));
export type AttributeMapping = z.output<typeof attributeMapping>;

export const mostOtherAcsUrls = 20;

const config = {
  attributeMapping,
  /** Entity ID of the service provider. */
  entityId: z.nullable(text(1, 1024)),
  acsUrl: z.nullable(assertionConsumer),
  /** Further URLs with the same binding, for requests that name one of them. */
  otherAcsUrls: z.array(webUrl).check(z.maxLength(mostOtherAcsUrls)),
  encryption: z.nullable(samlEncryption),
  nameIdFormat,
  /** Of the service provider: with it, signatures of its requests are checked. */
  signingCertificate: z.nullable(certificatePem),
  /** Whether requests have to be signed if there is a signing certificate. */
  wantsSignedRequests: z.boolean(),
  /** Answers to logout requests are sent here. Logout requests have to be signed. */
  singleLogoutUrl: z.nullable(samlEndpoint),
  /** Sent with sign-ins that start at Tessera; most service providers take it for the page to open. */
  defaultRelayState: z.nullable(text(1, 1024)),
};

export const samlApplication = z.extend(
  z.omit(application, {
    secret: true,
    oidcClientMetadata: true,
    customClientMetadata: true,
    protectedAppMetadata: true,
    isSelfRegistered: true,
    metadataUrl: true,
  }),
  config,
);
export type SamlApplication = z.output<typeof samlApplication>;

const own = { name: text(1, 256), description, customData };
const samlApplicationPatch = z.partial(z.object({ ...own, ...config }));

export const samlCertificate = z.object({
  id,
  certificate: z.string(),
  createdAt: timestamp,
  expiresAt: timestamp,
  active: z.boolean(),
  fingerprints,
});
export type SamlCertificate = z.output<typeof samlCertificate>;

/** What the metadata of a service provider says; null where it says nothing. */
export const serviceProvider = z.object({
  entityId: z.string(),
  acsUrl: z.nullable(assertionConsumer),
  otherAcsUrls: z.array(z.string()),
  singleLogoutUrl: z.nullable(samlEndpoint),
  signingCertificate: z.nullable(z.string()),
  /** Whether it says that it signs its requests. */
  signsRequests: z.boolean(),
  encryptionCertificate: z.nullable(z.string()),
  nameIdFormat: z.nullable(nameIdFormat),
});
export type ServiceProvider = z.output<typeof serviceProvider>;

export const samlAssertionPreview = z.object({
  nameId: z.string(),
  nameIdFormat,
  attributes: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  /** As the service provider would receive it, before it is encrypted. */
  assertion: z.string(),
});
export type SamlAssertionPreview = z.output<typeof samlAssertionPreview>;

const secrets = '/saml-applications/:id/secrets';

export const samlApplications = resource('saml-applications', 'management', {
  create: post('/saml-applications', {
    body: z.extend(samlApplicationPatch, { name: own.name }),
    response: samlApplication,
    status: 201,
    limits: ['keys'],
    change: 'saml-application.created',
  }),
  get: get('/saml-applications/:id', { response: samlApplication, versioned: true }),
  update: patch('/saml-applications/:id', {
    body: samlApplicationPatch,
    response: samlApplication,
    change: 'saml-application.updated',
  }),
  remove: del('/saml-applications/:id', { change: 'saml-application.deleted' }),
  listCertificates: get(secrets, { response: z.array(samlCertificate) }),
  createCertificate: post(secrets, {
    body: z.object({ lifeSpanInYears: z.int().check(z.minimum(1), z.maximum(20)) }),
    response: samlCertificate,
    status: 201,
    limits: ['keys'],
    change: 'saml-certificate.created',
  }),
  updateCertificate: patch(`${secrets}/:secretId`, {
    body: z.object({ active: z.boolean() }),
    response: samlCertificate,
    change: 'saml-certificate.updated',
  }),
  removeCertificate: del(`${secrets}/:secretId`, { change: 'saml-certificate.deleted' }),
  previewAssertion: post('/saml-applications/:id/assertion-previews', {
    body: z.object({ userId: text(1, 128) }),
    response: samlAssertionPreview,
    status: 200,
    onlyReads: true,
    change: 'none',
  }),
  readServiceProvider: post('/saml-service-provider-metadata', {
    /** One of both. */
    body: z.union([z.object({ url: webUrl }), z.object({ metadata: text(1, 524_288) })]),
    response: serviceProvider,
    status: 200,
    limits: ['attempts'],
    change: 'none',
  }),
});
