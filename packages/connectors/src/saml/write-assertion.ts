// Writes assertions about users, as the identity provider. Every text is escaped: names and custom data come from users.
import { canonicalAttribute, canonicalText } from './canonical.ts';
import * as names from './names.ts';
import type { Unsigned } from './sign-element.ts';

const passwordProtectedTransport = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport';
const basicName = 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic';
/** How long the service provider may take to receive it. */
const validMs = 600_000;
/** For clocks that are behind. */
const earlyMs = 60_000;

export type Attribute = { name: string; values: string[] };
export type Subject = { nameId: string; nameIdFormat: string; attributes: Attribute[] };
export type Statement = Subject & {
  id: string;
  /** Entity ID of the identity provider. */
  issuer: string;
  /** Entity ID of the service provider. */
  audience: string;
  /** URL of the assertion consumer service. */
  recipient: string;
  /** ID of the request that is answered; undefined if the identity provider starts the sign-in. */
  requestId: string | undefined;
  sessionIndex: string;
  signedInAt: number;
  now: number;
};

const instant = (at: number) => new Date(at).toISOString();

const subjectOf = ({ nameId, nameIdFormat, audience, recipient, requestId, now }: Statement) => {
  const answered = requestId === undefined ? '' : ` InResponseTo="${canonicalAttribute(requestId)}"`;
  const qualifier = nameIdFormat.endsWith(':persistent') ? ` SPNameQualifier="${canonicalAttribute(audience)}"` : '';
  return `<saml:Subject><saml:NameID Format="${canonicalAttribute(nameIdFormat)}"${qualifier}>${canonicalText(nameId)}</saml:NameID><saml:SubjectConfirmation Method="${names.bearer}"><saml:SubjectConfirmationData${answered} NotOnOrAfter="${instant(now + validMs)}" Recipient="${canonicalAttribute(recipient)}"></saml:SubjectConfirmationData></saml:SubjectConfirmation></saml:Subject>`;
};

const conditionsOf = ({ audience, now }: Statement) =>
  `<saml:Conditions NotBefore="${instant(now - earlyMs)}" NotOnOrAfter="${instant(now + validMs)}"><saml:AudienceRestriction><saml:Audience>${canonicalText(audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`;

const sessionOf = ({ sessionIndex, signedInAt }: Statement) =>
  `<saml:AuthnStatement AuthnInstant="${instant(signedInAt)}" SessionIndex="${canonicalAttribute(sessionIndex)}"><saml:AuthnContext><saml:AuthnContextClassRef>${passwordProtectedTransport}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;

const attributeOf = ({ name, values }: Attribute) => {
  const written = values.map((value) => `<saml:AttributeValue>${canonicalText(value)}</saml:AttributeValue>`);
  return `<saml:Attribute Name="${canonicalAttribute(name)}" NameFormat="${basicName}">${written.join('')}</saml:Attribute>`;
};

export const writeAssertion = (statement: Statement): Unsigned => {
  const { id, issuer, attributes, now } = statement;
  const listed = attributes.map(attributeOf).join('');
  const statements = listed ? `<saml:AttributeStatement>${listed}</saml:AttributeStatement>` : '';
  return {
    id,
    before: `<saml:Assertion xmlns:saml="${names.assertion}" ID="${id}" IssueInstant="${instant(now)}" Version="2.0"><saml:Issuer>${canonicalText(issuer)}</saml:Issuer>`,
    after: `${subjectOf(statement)}${conditionsOf(statement)}${sessionOf(statement)}${statements}</saml:Assertion>`,
  };
};
