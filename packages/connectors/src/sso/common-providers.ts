// Metadata and responses in the form that common SAML identity providers give them, unsigned, for tests: prefixes,
// namespaces, order and extra elements differ from provider to provider.
import * as names from '../saml/names.ts';

export type Facts = {
  requestId: string;
  recipient: string;
  audience: string;
  now: number;
  /** Base 64, without lines. */
  certificate: string;
};

export type CommonProvider = {
  entityId: string;
  signInEndpoint: string;
  wantsSignedRequests: boolean;
  metadata: (certificate: string) => string;
  response: (facts: Facts) => string;
  /** From the inside out, with the prefix of its signatures and the prefixes that they list. */
  signs: readonly ('Assertion' | 'Response')[];
  prefix: string;
  listed: readonly string[];
  user: { id: string; email: string; name: string };
  /** Attributes with several values. */
  lists: Record<string, string[]>;
};

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const format = (name: string) => `urn:oasis:names:tc:SAML:1.1:nameid-format:${name}`;
const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const xs = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';
const passwordClass = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport';
const at = (now: number, seconds: number) => new Date(now + seconds * 1000).toISOString();
/** In lines, as certificates are exported. */
const lines = (certificate: string) => certificate.replace(/.{64}/g, '$&\n');

const services = (prefix: string, url: string) =>
  [names.postBinding, names.redirectBinding]
    .map((binding) => `<${prefix}SingleSignOnService Binding="${binding}" Location="${url}"/>`)
    .join('\n');

/** With `p` for the prefix of assertions, such as `saml2:`. */
const subject = (p: string, { requestId, recipient, now }: Facts, nameId: string) =>
  `<${p}Subject>${nameId}<${p}SubjectConfirmation Method="${names.bearer}"><${p}SubjectConfirmationData InResponseTo="${requestId}" NotOnOrAfter="${at(now, 300)}" Recipient="${recipient}"/></${p}SubjectConfirmation></${p}Subject>`;
const conditions = (p: string, { audience, now }: Facts) =>
  `<${p}Conditions NotBefore="${at(now, -300)}" NotOnOrAfter="${at(now, 300)}"><${p}AudienceRestriction><${p}Audience>${audience}</${p}Audience></${p}AudienceRestriction></${p}Conditions>`;
const context = (p: string) =>
  `<${p}AuthnContext><${p}AuthnContextClassRef>${passwordClass}</${p}AuthnContextClassRef></${p}AuthnContext>`;
const attribute = (p: string, name: string, values: readonly string[], nameMore = '', valueMore = '') =>
  `<${p}Attribute Name="${name}"${nameMore}>${values.map((value) => `<${p}AttributeValue${valueMore}>${value}</${p}AttributeValue>`).join('')}</${p}Attribute>`;

const keycloakUrl = 'https://keycloak.acme.example/realms/acme';
const keycloak: CommonProvider = {
  entityId: keycloakUrl,
  signInEndpoint: `${keycloakUrl}/protocol/saml`,
  wantsSignedRequests: true,
  metadata: (
    certificate,
  ) => `<md:EntityDescriptor xmlns="${names.metadata}" xmlns:md="${names.metadata}" xmlns:saml="${names.assertion}" xmlns:ds="${names.signature}" entityID="${keycloakUrl}">
<md:IDPSSODescriptor WantAuthnRequestsSigned="true" protocolSupportEnumeration="${names.protocol}">
<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:KeyName>FJ86GcF3jTbNLOco4NvZkUCIUmfYCqoqtOQeMfbhNlE</ds:KeyName><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
<md:ArtifactResolutionService Binding="urn:oasis:names:tc:SAML:2.0:bindings:SOAP" Location="${keycloakUrl}/protocol/saml/resolve" index="0"/>
<md:SingleLogoutService Binding="${names.postBinding}" Location="${keycloakUrl}/protocol/saml"/>
<md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>
${services('md:', `${keycloakUrl}/protocol/saml`)}
<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:SOAP" Location="${keycloakUrl}/protocol/saml"/>
</md:IDPSSODescriptor></md:EntityDescriptor>`,
  response: (facts) => {
    const basic = ' NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic"';
    const typed = ` ${xs} ${xsi} xsi:type="xs:string"`;
    // One element per role, all of the same name.
    const roles = ['manager', 'offline_access']
      .map((role) => attribute('saml:', 'Role', [role], basic, typed))
      .join('');
    return `<samlp:Response xmlns:samlp="${names.protocol}" xmlns:saml="${names.assertion}" Destination="${facts.recipient}" ID="ID_5c4b1f0e-response" InResponseTo="${facts.requestId}" IssueInstant="${at(facts.now, 0)}" Version="2.0"><saml:Issuer>${keycloakUrl}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${names.success}"/></samlp:Status><saml:Assertion xmlns="${names.assertion}" ID="ID_0f4d4f0e-assertion" IssueInstant="${at(facts.now, 0)}" Version="2.0"><saml:Issuer>${keycloakUrl}</saml:Issuer>${subject('saml:', facts, `<saml:NameID Format="${format('unspecified')}">ann</saml:NameID>`)}${conditions('saml:', facts)}<saml:AuthnStatement AuthnInstant="${at(facts.now, 0)}" SessionIndex="1b9a::7c31" SessionNotOnOrAfter="${at(facts.now, 36_000)}">${context('saml:')}</saml:AuthnStatement><saml:AttributeStatement>${attribute('saml:', 'email', ['ann@acme.example'], ` FriendlyName="email"${basic}`, typed)}${attribute('saml:', 'name', ['Ann'], basic, typed)}${roles}</saml:AttributeStatement></saml:Assertion></samlp:Response>`;
  },
  signs: ['Response'],
  prefix: 'dsig',
  listed: [],
  user: { id: 'ann', email: 'ann@acme.example', name: 'Ann' },
  lists: { Role: ['manager', 'offline_access'] },
};

const oktaUrl = 'https://acme.okta.com/app/acme_tessera_1/exk1fxp7aAbC/sso/saml';
const okta: CommonProvider = {
  entityId: 'http://www.okta.com/exk1fxp7aAbC',
  signInEndpoint: oktaUrl,
  wantsSignedRequests: false,
  metadata: (certificate) =>
    `<?xml version="1.0" encoding="UTF-8"?><md:EntityDescriptor entityID="http://www.okta.com/exk1fxp7aAbC" xmlns:md="${names.metadata}"><md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="${names.protocol}"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${names.signature}"><ds:X509Data><ds:X509Certificate>${lines(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:NameIDFormat>${format('unspecified')}</md:NameIDFormat><md:NameIDFormat>${format('emailAddress')}</md:NameIDFormat>${services('md:', oktaUrl)}</md:IDPSSODescriptor></md:EntityDescriptor>`,
  response: (facts) => {
    const plain = ' NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified"';
    const typed = ` ${xsi} xsi:type="xs:string"`;
    const issuer = `<saml2:Issuer Format="urn:oasis:names:tc:SAML:2.0:nameid-format:entity" xmlns:saml2="${names.assertion}">http://www.okta.com/exk1fxp7aAbC</saml2:Issuer>`;
    return `<?xml version="1.0" encoding="UTF-8"?><saml2p:Response Destination="${facts.recipient}" ID="id30214562857462891" InResponseTo="${facts.requestId}" IssueInstant="${at(facts.now, 0)}" Version="2.0" xmlns:saml2p="${names.protocol}" ${xs}>${issuer}<saml2p:Status xmlns:saml2p="${names.protocol}"><saml2p:StatusCode Value="${names.success}"/></saml2p:Status><saml2:Assertion ID="id3021456285847113" IssueInstant="${at(facts.now, 0)}" Version="2.0" xmlns:saml2="${names.assertion}" ${xs}>${issuer}${subject('saml2:', facts, `<saml2:NameID Format="${format('emailAddress')}">ann@acme.example</saml2:NameID>`)}${conditions('saml2:', facts)}<saml2:AuthnStatement AuthnInstant="${at(facts.now, 0)}" SessionIndex="${facts.requestId}">${context('saml2:')}</saml2:AuthnStatement><saml2:AttributeStatement>${attribute('saml2:', 'email', ['ann@acme.example'], plain, typed)}${attribute('saml2:', 'displayName', ['Ann'], plain, typed)}${attribute('saml2:', 'groups', ['Everyone', 'Sales'], plain, typed)}</saml2:AttributeStatement></saml2:Assertion></saml2p:Response>`;
  },
  signs: ['Assertion', 'Response'],
  prefix: 'ds',
  listed: ['xs'],
  user: { id: 'ann@acme.example', email: 'ann@acme.example', name: 'Ann' },
  lists: { groups: ['Everyone', 'Sales'] },
};

const googleUrl = 'https://accounts.google.com/o/saml2/idp?idpid=C01abcdef';
const googleId = 'https://accounts.google.com/o/saml2?idpid=C01abcdef';
const google: CommonProvider = {
  entityId: googleId,
  signInEndpoint: googleUrl,
  wantsSignedRequests: false,
  metadata: (certificate) => `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<md:EntityDescriptor xmlns:md="${names.metadata}" entityID="${googleId}" validUntil="2039-05-04T10:00:00.000Z">
  <md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="${names.protocol}">
    <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${names.signature}"><ds:X509Data><ds:X509Certificate>${lines(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:NameIDFormat>${format('emailAddress')}</md:NameIDFormat>
    ${services('md:', googleUrl)}
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`,
  response: (facts) => {
    const typed = ` ${xs} ${xsi} xsi:type="xs:anyType"`;
    return `<?xml version="1.0" encoding="UTF-8" standalone="no"?><saml2p:Response xmlns:saml2p="${names.protocol}" Destination="${facts.recipient}" ID="_d4f1a8b0response" InResponseTo="${facts.requestId}" IssueInstant="${at(facts.now, 0)}" Version="2.0"><saml2:Issuer xmlns:saml2="${names.assertion}">${googleId}</saml2:Issuer><saml2p:Status><saml2p:StatusCode Value="${names.success}"/></saml2p:Status><saml2:Assertion xmlns:saml2="${names.assertion}" ID="_a7c2assertion" IssueInstant="${at(facts.now, 0)}" Version="2.0"><saml2:Issuer>${googleId}</saml2:Issuer>${subject('saml2:', facts, `<saml2:NameID Format="${format('emailAddress')}">ann@acme.example</saml2:NameID>`)}${conditions('saml2:', facts)}<saml2:AttributeStatement>${attribute('saml2:', 'email', ['ann@acme.example'], '', typed)}${attribute('saml2:', 'name', ['Ann'], '', typed)}</saml2:AttributeStatement><saml2:AuthnStatement AuthnInstant="${at(facts.now, -60)}" SessionIndex="_a7c2assertion"><saml2:AuthnContext><saml2:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml2:AuthnContextClassRef></saml2:AuthnContext></saml2:AuthnStatement></saml2:Assertion></saml2p:Response>`;
  },
  signs: ['Response'],
  prefix: 'ds',
  listed: [],
  user: { id: 'ann@acme.example', email: 'ann@acme.example', name: 'Ann' },
  lists: {},
};

/** Both of Microsoft's describe WS-Federation roles first, in a document that begins with a byte order mark. */
const microsoft = (
  facts: Pick<CommonProvider, 'entityId' | 'signInEndpoint' | 'user'>,
  more: { nameId: string; claims: Record<string, string>; prefix: string; consent: string },
): CommonProvider => {
  const { entityId, signInEndpoint } = facts;
  const key = (use: string, certificate: string) =>
    `<KeyDescriptor use="${use}"><KeyInfo xmlns="${names.signature}"><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`;
  return {
    ...facts,
    wantsSignedRequests: false,
    metadata: (certificate) =>
      `\uFEFF<?xml version="1.0" encoding="utf-8"?><EntityDescriptor ID="_6be27a1e" entityID="${entityId}" xmlns="${names.metadata}"><RoleDescriptor xsi:type="fed:SecurityTokenServiceType" ${xsi} xmlns:fed="http://docs.oasis-open.org/wsfed/federation/200706" protocolSupportEnumeration="http://docs.oasis-open.org/wsfed/federation/200706">${key('signing', certificate)}<fed:ClaimTypesOffered><auth:ClaimType Uri="${claims}/name" xmlns:auth="http://docs.oasis-open.org/wsfed/authorization/200706"><auth:DisplayName>Name</auth:DisplayName></auth:ClaimType></fed:ClaimTypesOffered><fed:PassiveRequestorEndpoint><wsa:EndpointReference xmlns:wsa="http://www.w3.org/2005/08/addressing"><wsa:Address>${signInEndpoint}</wsa:Address></wsa:EndpointReference></fed:PassiveRequestorEndpoint></RoleDescriptor><SPSSODescriptor WantAssertionsSigned="true" protocolSupportEnumeration="${names.protocol}">${key('signing', certificate)}<AssertionConsumerService Binding="${names.postBinding}" Location="${signInEndpoint}" index="0" isDefault="true"/></SPSSODescriptor><IDPSSODescriptor protocolSupportEnumeration="${names.protocol}">${key('encryption', certificate)}${key('signing', certificate)}<SingleLogoutService Binding="${names.redirectBinding}" Location="${signInEndpoint}"/><NameIDFormat>${format('emailAddress')}</NameIDFormat>${services('', signInEndpoint)}<Attribute Name="${claims}/emailaddress" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri" FriendlyName="E-Mail Address" xmlns="${names.assertion}"/></IDPSSODescriptor></EntityDescriptor>`,
    response: (sent) => {
      const attributes = Object.entries(more.claims).map(([name, value]) => attribute('', name, [value]));
      return `<samlp:Response ID="_5c8d6a33-response" Version="2.0" IssueInstant="${at(sent.now, 0)}" Destination="${sent.recipient}"${more.consent} InResponseTo="${sent.requestId}" xmlns:samlp="${names.protocol}"><Issuer xmlns="${names.assertion}">${entityId}</Issuer><samlp:Status><samlp:StatusCode Value="${names.success}"/></samlp:Status><Assertion ID="_0b1d2f6e-assertion" IssueInstant="${at(sent.now, 0)}" Version="2.0" xmlns="${names.assertion}"><Issuer>${entityId}</Issuer>${subject('', sent, more.nameId)}${conditions('', sent)}<AttributeStatement>${attributes.join('')}${attribute('', 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups', ['Sales', 'Support'])}</AttributeStatement><AuthnStatement AuthnInstant="${at(sent.now, -60)}" SessionIndex="_0b1d2f6e-assertion">${context('')}</AuthnStatement></Assertion></samlp:Response>`;
    },
    signs: ['Assertion'],
    prefix: more.prefix,
    listed: [],
    lists: { 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups': ['Sales', 'Support'] },
  };
};

const directory = '7d6f0c1e-5a0b-4d9c-8f5e-2b1a3c4d5e6f';
const entra = microsoft(
  {
    entityId: `https://sts.windows.net/${directory}/`,
    signInEndpoint: `https://login.microsoftonline.com/${directory}/saml2`,
    user: { id: 'ann@acme.example', email: 'ann@acme.example', name: 'Ann' },
  },
  {
    nameId: `<NameID Format="${format('emailAddress')}">ann@acme.example</NameID>`,
    claims: {
      'http://schemas.microsoft.com/identity/claims/tenantid': directory,
      'http://schemas.microsoft.com/identity/claims/displayname': 'Ann',
      [`${claims}/emailaddress`]: 'ann@acme.example',
      [`${claims}/name`]: 'ann@acme.example',
    },
    ...{ prefix: '', consent: '' },
  },
);
const adfs = microsoft(
  {
    entityId: 'http://adfs.acme.example/adfs/services/trust',
    signInEndpoint: 'https://adfs.acme.example/adfs/ls/',
    user: { id: 'ACME\\ann', email: 'ann@acme.example', name: 'Ann' },
  },
  {
    nameId: '<NameID>ACME\\ann</NameID>',
    claims: {
      [`${claims}/emailaddress`]: 'ann@acme.example',
      [`${claims}/name`]: 'Ann',
      [`${claims}/upn`]: 'ann@acme.example',
    },
    ...{ prefix: 'ds', consent: ' Consent="urn:oasis:names:tc:SAML:2.0:consent:unspecified"' },
  },
);

export const commonProviders: Record<string, CommonProvider> = {
  Keycloak: keycloak,
  Okta: okta,
  'Entra ID': entra,
  'Google Workspace': google,
  'AD FS': adfs,
};
