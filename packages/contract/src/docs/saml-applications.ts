// Documents SAML applications.
import type { samlApplications } from '../saml-applications.ts';
import { applicationFields } from './application-fields.ts';
import type { ResourceDoc } from './document.ts';

const time = 1767225600000;
const notFound = 'entity.not_exists_with_id';
const ofApplication = [notFound, 'application.saml.saml_application_only'] as const;
const certificate = '-----BEGIN CERTIFICATE-----\nMIIDCTCCAfGgAwIBAgIU\n-----END CERTIFICATE-----\n';
const written = ['application.saml.acs_url_binding_not_supported'] as const;

export const samlApplicationsDoc: ResourceDoc<typeof samlApplications> = {
  title: 'SAML applications',
  about: 'Service providers that users sign in to with SAML 2.0, with Tessera as the identity provider.',
  operations: {
    create: {
      summary: 'Creates a SAML application, with a signing certificate for three years.',
      description: 'Sign-ins need an entity ID and an assertion consumer service URL; both can be added later.',
      errors: [...written, 'subscription.limit_exceeded'],
    },
    get: { summary: 'Returns a SAML application.', errors: [...ofApplication] },
    update: {
      summary: 'Updates the given fields of a SAML application.',
      description: 'Each field is replaced as a whole, and `null` clears it.',
      errors: [...ofApplication, ...written],
    },
    remove: { summary: 'Deletes a SAML application.', errors: [...ofApplication] },
    listCertificates: {
      summary: 'Returns the signing certificates of a SAML application, newest first.',
      errors: [...ofApplication],
    },
    createCertificate: {
      summary: 'Creates a signing certificate. It is inactive, so that service providers can import it first.',
      errors: [...ofApplication, 'application.saml.certificate_limit'],
    },
    updateCertificate: {
      summary: 'Activates a signing certificate instead of the active one, or deactivates it.',
      errors: [...ofApplication],
    },
    removeCertificate: {
      summary: 'Deletes a signing certificate that is not active.',
      errors: [...ofApplication, 'application.saml.can_not_delete_active_secret'],
    },
    previewAssertion: {
      summary: 'Returns the assertion that a user would get.',
      description: 'It is not signed or encrypted, and nothing is sent or changed.',
      errors: [
        ...ofApplication,
        'application.saml.entity_id_required',
        'application.saml.acs_url_required',
        'application.saml.missing_email_address',
        'application.saml.email_address_unverified',
      ],
      body: { userId: 'u1k9x4e7q2mv' },
    },
    readServiceProvider: {
      summary: 'Reads the metadata of a service provider, to fill in the fields of an application.',
      description: 'The metadata is sent, or loaded from a URL. Nothing is changed.',
      errors: [
        'application.saml.service_provider_metadata_invalid',
        'application.saml.service_provider_metadata_unreachable',
      ],
      body: { url: 'https://wiki.example.com/saml/metadata' },
    },
  },
  fields: {
    ...applicationFields,
    type: { text: 'Always `SAML`.', example: 'SAML' },
    secretId: { text: 'ID of the certificate.', example: 'c7m2r8t1x5kq0w3n9vb4z' },
    attributeMapping: {
      text: 'Attribute names by claim. Without any, the attributes are sub, email and name.',
      example: { email: 'mail' },
    },
    entityId: { text: 'Entity ID of the service provider.', example: 'https://wiki.example.com/saml' },
    acsUrl: 'Assertion consumer service of the service provider, with the HTTP-POST binding; `null` if not set.',
    otherAcsUrls: {
      text: 'Further assertion consumer services with that binding. A request that names one of them is answered there.',
      example: ['https://wiki.example.org/saml/acs'],
    },
    indexes:
      'Indexes of this URL and of the others in the metadata, for requests with `AssertionConsumerServiceIndex`.',
    index: { text: 'Index of the URL in the metadata.', example: 0 },
    binding: { text: 'How the browser is sent to the URL.', example: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST' },
    url: { text: 'URL of the service provider.', example: 'https://wiki.example.com/saml/acs' },
    encryption: 'Encryption of assertions; `null` without.',
    encryptAssertion: 'Whether assertions are encrypted.',
    encryptThenSign: 'Whether the signature covers the encrypted assertion, instead of its content.',
    certificate: { text: 'Certificate in PEM format.', example: certificate },
    nameIdFormat: {
      text: 'Format of the name ID: the user ID, a verified email address, or a random value for each sign-in.',
      example: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    },
    signingCertificate: {
      text: 'Certificates of the service provider in PEM format. Signatures of its requests are checked with them.',
      example: certificate,
    },
    wantsSignedRequests: 'Whether requests have to be signed. Without a signing certificate, it has no effect.',
    signsRequests: 'Whether the metadata says that requests are signed.',
    singleLogoutUrl: 'Where answers to logout requests are sent; `null` without single logout.',
    defaultRelayState: {
      text: 'RelayState of sign-ins that start at Tessera, often the page to open.',
      example: 'https://wiki.example.com/start',
    },
    lifeSpanInYears: { text: 'How long the certificate is valid, in years.', example: 3 },
    createdAt: { text: 'Time of creation, in milliseconds since the Unix epoch.', example: time },
    expiresAt: { text: 'When it expires, in milliseconds since the Unix epoch.', example: time },
    active: 'Whether it signs assertions. At most one certificate of an application is active.',
    fingerprints: 'Fingerprints of the certificate.',
    sha256: 'SHA-256 fingerprint.',
    formatted: { text: 'In pairs of digits, separated by colons.', example: '3F:9A' },
    unformatted: { text: 'Digits only.', example: '3f9a' },
    userId: { text: 'ID of the user.', example: 'u1k9x4e7q2mv' },
    nameId: { text: 'The user, as the service provider knows them.', example: 'u1k9x4e7q2mv' },
    attributes: 'Attributes of the assertion.',
    values: { text: 'Values of the attribute.', example: ['ann@example.com'] },
    assertion: {
      text: 'The assertion, before it is signed and encrypted.',
      example: '<saml:Assertion>…</saml:Assertion>',
    },
    metadata: {
      text: 'Metadata of the service provider, as XML.',
      example: '<md:EntityDescriptor>…</md:EntityDescriptor>',
    },
    encryptionCertificate: { text: 'Certificate for encrypted assertions, or `null`.', example: certificate },
  },
};
