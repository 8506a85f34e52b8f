// Checks an assertion whose signature is verified: who issued it, for whom, when, and as the answer to which request.
import { createHash } from 'node:crypto';
import type { XmlElement } from '@xmldom/xmldom/lib/dom-parser.js';
import * as names from './names.ts';
import { SamlError } from './saml-error.ts';
import { childElements, childrenNamed, isNamed, onlyChild, requiredChild, textOf } from './xml.ts';

export type Expectation = {
  /** Entity ID of the identity provider. */
  issuer: string;
  /** Entity ID of this service provider. */
  audience: string;
  /** URL of the assertion consumer service. */
  recipient: string;
  /** ID of the request that is answered; undefined if the identity provider starts the sign-in. */
  requestId: string | undefined;
  now: number;
  /** Tolerance for clocks that differ. */
  skewMs: number;
};

export type Identity = {
  nameId: string;
  nameIdFormat: string | undefined;
  /** Several values are a list. */
  attributes: Record<string, string | string[]>;
  sessionIndex: string | undefined;
  /** The same for every copy of the assertion: it may be accepted once, until `expiresAt`. */
  replayKey: string;
  expiresAt: number;
};

// A response is made for the request; this bounds how long replay keys are kept.
const mostAgeMs = 3_600_000;

const instant = (text: string): number => {
  const isUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text);
  const at = isUtc ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new SamlError('response_malformed', { received: `the time ${text}` });
  return at;
};

const checkPeriod = (element: XmlElement, { now, skewMs }: Expectation): number | undefined => {
  const [from, until] = ['NotBefore', 'NotOnOrAfter'].map((name) => element.getAttribute(name) || undefined);
  const expected = new Date(now).toISOString();
  if (from && instant(from) > now + skewMs) throw new SamlError('not_yet_valid', { expected, received: from });
  if (until && instant(until) + skewMs <= now) throw new SamlError('expired', { expected, received: until });
  return until ? instant(until) : undefined;
};

const checkRequest = (received: string | undefined, requestId: string | undefined) => {
  if (received === requestId) return;
  if (requestId === undefined) throw new SamlError('unsolicited', { received: received ?? '' });
  throw new SamlError('request_mismatch', { expected: requestId, received: received ?? 'none' });
};

/** The end of its validity. */
const checkConfirmation = (confirmation: XmlElement, expectation: Expectation): number => {
  const data = onlyChild(confirmation, names.assertion, 'SubjectConfirmationData', 'subject_confirmation');
  const received = data?.getAttribute('Recipient') || 'none';
  if (!data || received !== expectation.recipient) {
    throw new SamlError('recipient_mismatch', { expected: expectation.recipient, received });
  }
  checkRequest(data.getAttribute('InResponseTo') || undefined, expectation.requestId);
  const until = checkPeriod(data, expectation);
  if (until === undefined) throw new SamlError('subject_confirmation', { received: 'no NotOnOrAfter' });
  return until;
};

/** One of the confirmations has to hold; the first problem is reported. */
const confirmedUntil = (subject: XmlElement, expectation: Expectation): number => {
  const all = childrenNamed(subject, names.assertion, 'SubjectConfirmation');
  const bearers = all.filter((one) => one.getAttribute('Method') === names.bearer);
  let problem: unknown = new SamlError('subject_confirmation', { received: 'none for bearers' });
  for (const [index, confirmation] of bearers.entries()) {
    try {
      return checkConfirmation(confirmation, expectation);
    } catch (error) {
      if (index === 0) problem = error;
    }
  }
  throw problem;
};

const knownConditions = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'];

const checkConditions = (assertion: XmlElement, expectation: Expectation): number | undefined => {
  const conditions = requiredChild(assertion, names.assertion, 'Conditions', 'audience_mismatch');
  const unknown = childElements(conditions).find(
    (one) => one.namespaceURI !== names.assertion || !knownConditions.includes(one.localName),
  );
  if (unknown) throw new SamlError('condition_unknown', { received: unknown.localName });
  const restrictions = childrenNamed(conditions, names.assertion, 'AudienceRestriction');
  const lists = restrictions.map((one) => childrenNamed(one, names.assertion, 'Audience').map(textOf));
  if (lists.length === 0 || !lists.every((list) => list.includes(expectation.audience))) {
    const received = lists.flat().join(' ') || 'none';
    throw new SamlError('audience_mismatch', { expected: expectation.audience, received });
  }
  return checkPeriod(conditions, expectation);
};

const checkIssue = (assertion: XmlElement, { now, skewMs }: Expectation): number => {
  const text = assertion.getAttribute('IssueInstant') ?? '';
  const issuedAt = instant(text);
  const expected = new Date(now).toISOString();
  if (issuedAt > now + skewMs) throw new SamlError('not_yet_valid', { expected, received: text });
  if (issuedAt + mostAgeMs + skewMs <= now) throw new SamlError('expired', { expected, received: text });
  return issuedAt + mostAgeMs;
};

const attributesOf = (assertion: XmlElement): Record<string, string | string[]> => {
  const found = new Map<string, string[]>();
  for (const statement of childrenNamed(assertion, names.assertion, 'AttributeStatement')) {
    for (const attribute of childrenNamed(statement, names.assertion, 'Attribute')) {
      const name = attribute.getAttribute('Name') ?? '';
      // A value with elements, such as an eduPersonTargetedID, counts as its text.
      const values = childrenNamed(attribute, names.assertion, 'AttributeValue').map((value) =>
        (value.textContent ?? '').trim(),
      );
      if (name) found.set(name, [...(found.get(name) ?? []), ...values]);
    }
  }
  return Object.fromEntries(
    [...found].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
};

export const checkIssuer = (parent: XmlElement, expected: string) => {
  const received = textOf(requiredChild(parent, names.assertion, 'Issuer', 'issuer_mismatch'));
  if (received !== expected) throw new SamlError('issuer_mismatch', { expected, received });
};

const sessionIndexOf = (assertion: XmlElement, { now, skewMs }: Expectation): string | undefined => {
  const statements = childrenNamed(assertion, names.assertion, 'AuthnStatement');
  for (const statement of statements) {
    const until = statement.getAttribute('SessionNotOnOrAfter');
    if (until && instant(until) + skewMs <= now) throw new SamlError('expired', { received: until });
  }
  return statements.map((one) => one.getAttribute('SessionIndex')).find(Boolean) ?? undefined;
};

const knownParts = ['Issuer', 'Signature', 'Subject', 'Conditions', 'Advice', 'AuthnStatement', 'AttributeStatement'];

/** `assertion` is the element read from the bytes that a signature covers. */
export const checkAssertion = (assertion: XmlElement, expectation: Expectation): Identity => {
  if (assertion.getAttribute('Version') !== '2.0') throw new SamlError('response_malformed', { received: 'Version' });
  const unknown = childElements(assertion).find(({ localName }) => !knownParts.includes(localName));
  if (unknown) throw new SamlError('response_malformed', { received: unknown.localName });
  checkIssuer(assertion, expectation.issuer);
  const latest = checkIssue(assertion, expectation);
  const subject = requiredChild(assertion, names.assertion, 'Subject', 'subject_confirmation');
  const confirmed = confirmedUntil(subject, expectation);
  const conditional = checkConditions(assertion, expectation) ?? confirmed;
  const sessionIndex = sessionIndexOf(assertion, expectation);
  const nameId = requiredChild(subject, names.assertion, 'NameID', 'name_id_missing');
  if (
    !childElements(subject).every(
      (one) => isNamed(one, names.assertion, 'NameID') || one.localName === 'SubjectConfirmation',
    )
  ) {
    throw new SamlError('name_id_missing', { received: 'an encrypted or structured ID' });
  }
  const text = textOf(nameId);
  if (!text) throw new SamlError('name_id_missing');
  const id = assertion.getAttribute('ID') ?? '';
  return {
    nameId: text,
    nameIdFormat: nameId.getAttribute('Format') || undefined,
    attributes: attributesOf(assertion),
    sessionIndex,
    replayKey: createHash('sha256')
      .update(JSON.stringify([expectation.issuer, id]))
      .digest('base64url'),
    expiresAt: Math.min(latest, confirmed, conditional) + expectation.skewMs,
  };
};
