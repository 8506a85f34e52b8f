// Forged SAML responses, each with the reason it has to be rejected for: signature wrapping, changed and unsigned
// content, foreign keys, weak algorithms, wrong addressees, times, and documents that harm the parser.
import type { KeyObject } from 'node:crypto';
import * as names from './names.ts';
import type { SamlReason } from './saml-error.ts';
import {
  conditionsOf,
  encryptAssertion,
  plain,
  type SignOptions,
  type Statement,
  signatureOf,
  signElement,
  signedResponse,
  subjectOf,
  usualTransforms,
  writeAssertion,
  writeResponse,
} from './test-responses.ts';

export type Keys = {
  /** Of the identity provider. */
  trusted: KeyObject;
  trustedPublic: KeyObject;
  stranger: KeyObject;
  strangerCertificate: string;
  /** Public key of the service provider. */
  reader: KeyObject;
};
type Forgery = { name: string; reason: SamlReason; xml: string | Buffer };
type Made = { reason: SamlReason; xml: string | Buffer };
const listOf = (made: Record<string, Made>): Forgery[] =>
  Object.entries(made).map(([name, rest]) => ({ name, ...rest }));

const piecesOf = (statement: Statement, { trusted }: Keys) => {
  const assertion = writeAssertion(statement);
  const forged = writeAssertion({ ...statement, nameId: 'admin', id: '_forged' });
  return {
    assertion,
    signature: signatureOf(assertion, trusted),
    signed: signElement(assertion, trusted),
    forged,
    sameId: writeAssertion({ ...statement, nameId: 'admin' }),
    envelope: (content: string) => plain(writeResponse(statement, content)),
  };
};

/** The published eight shapes: two for signed messages, six for signed assertions. */
export const wrappings = (statement: Statement, keys: Keys): Forgery[] => {
  const { assertion, signature, signed, forged, sameId, envelope } = piecesOf(statement, keys);
  const message = writeResponse(statement, plain(assertion));
  const messageSignature = signatureOf(message, keys.trusted);
  const evil = writeResponse(statement, plain(forged), '_forged_response');
  const inSignature = (content: string) => signature.replace('</ds:Signature>', `${content}</ds:Signature>`);
  const object = (content: string) => `<ds:Object>${content}</ds:Object>`;
  const extensions = (content: string) => `<samlp:Extensions>${content}</samlp:Extensions>`;
  const withExtensions = (content: string, rest: string) =>
    envelope(rest).replace('<samlp:Status>', `${extensions(content)}<samlp:Status>`);
  return listOf({
    'a signed message inside the signature of a forged one': {
      reason: 'assertion_count',
      xml: `${evil.before}${messageSignature.replace('</ds:Signature>', `${object(plain(message))}</ds:Signature>`)}${evil.after}`,
    },
    'a signed message next to the signature of a forged one': {
      reason: 'assertion_count',
      xml: `${evil.before}${messageSignature}${plain(message)}${evil.after}`,
    },
    'a forged assertion before the signed one': {
      reason: 'assertion_count',
      xml: envelope(plain(forged) + signed),
    },
    'a forged assertion around the signed one': {
      reason: 'assertion_count',
      xml: envelope(`${forged.before}${signed}${forged.after}`),
    },
    'a forged assertion with the signature, before the original': {
      reason: 'assertion_count',
      xml: envelope(`${forged.before}${signature}${forged.after}${plain(assertion)}`),
    },
    'the original inside the signature of a forged assertion': {
      reason: 'assertion_count',
      xml: envelope(`${forged.before}${inSignature(plain(assertion))}${forged.after}`),
    },
    'a forged assertion with the same ID in the extensions': {
      reason: 'assertion_count',
      xml: withExtensions(plain(sameId), signed),
    },
    'the original in an object of the signature': {
      reason: 'assertion_count',
      xml: envelope(`${sameId.before}${inSignature(object(plain(assertion)))}${sameId.after}`),
    },
    'the original, renamed, in the extensions': {
      reason: 'signature_reference',
      xml: withExtensions(
        plain(assertion).replaceAll('saml:Assertion', 'saml:Proof'),
        `${sameId.before}${signature}${sameId.after}`,
      ),
    },
    'the ID again in another spelling': {
      reason: 'signature_reference',
      xml: withExtensions('<samlp:Note Id="_assertion"></samlp:Note>', signed),
    },
    'the ID again as xml:id': {
      reason: 'signature_reference',
      xml: withExtensions('<samlp:Note xml:id="_assertion"></samlp:Note>', signed),
    },
    'a signature of the message that points to its assertion': {
      reason: 'signature_reference',
      xml: envelope(plain(assertion)).replace('<samlp:Status>', `${signature}<samlp:Status>`),
    },
    'a signature in the extensions': {
      reason: 'signature_reference',
      xml: withExtensions(signature, plain(assertion)),
    },
    'the same signature twice': {
      reason: 'signature_reference',
      xml: envelope(`${assertion.before}${signature}${signature}${assertion.after}`),
    },
    'an assertion of another namespace next to the signed one': {
      reason: 'assertion_count',
      xml: withExtensions('<x:Assertion xmlns:x="urn:x">admin</x:Assertion>', signed),
    },
  });
};

/** What a signature covers, and what it does not. */
export const changes = (statement: Statement, keys: Keys): Forgery[] => {
  const { assertion, signed, forged, envelope } = piecesOf(statement, keys);
  const { trusted, stranger, strangerCertificate, reader } = keys;
  const bare = strangerCertificate.replace(/-----[^-]+-----|\s+/g, '');
  const keyInfo = `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${bare}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`;
  const message = signElement(writeResponse(statement, plain(assertion)), trusted);
  const signedWith = (options: SignOptions) => envelope(signElement(assertion, trusted, options));
  const commented = signed.replace('>ann<', '>ann<!-- -->.example<');
  const cut = (xml: string, part: RegExp) => xml.replace(part, '');
  return listOf({
    'no signature': { reason: 'signature_missing', xml: envelope(plain(assertion)) },
    'a signature that was removed': {
      reason: 'signature_missing',
      xml: envelope(cut(signed, /<ds:Signature .*<\/ds:Signature>/)),
    },
    'an empty signature': {
      reason: 'signature_reference',
      xml: envelope(`${assertion.before}<ds:Signature xmlns:ds="${names.signature}"></ds:Signature>${assertion.after}`),
    },
    'a changed name': { reason: 'signature_invalid', xml: envelope(signed.replace('>ann<', '>admin<')) },
    'a changed attribute': {
      reason: 'signature_invalid',
      xml: envelope(
        signed.replace(
          '<saml:AttributeStatement>',
          '<saml:AttributeStatement><saml:Attribute Name="email"><saml:AttributeValue>admin</saml:AttributeValue></saml:Attribute>',
        ),
      ),
    },
    'a comment in the name': { reason: 'response_malformed', xml: envelope(commented) },
    'an instruction in the name': {
      reason: 'response_malformed',
      xml: envelope(signed.replace('>ann<', '>ann<?x y?><')),
    },
    'CDATA in the name': { reason: 'response_malformed', xml: envelope(signed.replace('>ann<', '><![CDATA[ann]]><')) },
    'an unsigned assertion in a signed message': {
      reason: 'signature_invalid',
      xml: message.replace(plain(assertion), plain(forged)),
    },
    'a second assertion in a signed message': {
      reason: 'assertion_count',
      xml: message.replace('</samlp:Response>', `${plain(forged)}</samlp:Response>`),
    },
    'a signed message whose assertion has a foreign signature': {
      reason: 'signature_invalid',
      xml: signElement(writeResponse(statement, signElement(assertion, stranger)), trusted),
    },
    'a signed assertion in a message with a foreign signature': {
      reason: 'signature_invalid',
      xml: signElement(writeResponse(statement, signed), stranger),
    },
    'another key': { reason: 'signature_invalid', xml: envelope(signElement(assertion, stranger)) },
    'another key with its certificate inside': {
      reason: 'signature_invalid',
      xml: envelope(signElement(assertion, stranger, { keyInfo })),
    },
    'an HMAC with the public key': {
      reason: 'signature_algorithm',
      xml: signedWith({
        method: 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256',
        hmacKey: String(keys.trustedPublic.export({ type: 'spki', format: 'pem' })),
      }),
    },
    'RSA with SHA-1': {
      reason: 'signature_algorithm',
      xml: signedWith({ method: `${names.signature}rsa-sha1`, hash: 'sha1' }),
    },
    'a digest with SHA-1': {
      reason: 'signature_algorithm',
      xml: signedWith({ digestMethod: `${names.signature}sha1` }),
    },
    'an unknown algorithm': { reason: 'signature_algorithm', xml: signedWith({ method: 'urn:none' }) },
    'an algorithm of the other key type': {
      reason: 'signature_invalid',
      xml: signedWith({ method: 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256' }),
    },
    'canonicalization that is not exclusive': {
      reason: 'signature_algorithm',
      xml: signedWith({ canonicalization: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315' }),
    },
    'a reference to the whole document': { reason: 'signature_reference', xml: signedWith({ uri: '' }) },
    'a reference to another document': {
      reason: 'signature_reference',
      xml: signedWith({ uri: 'https://evil.example/' }),
    },
    'a reference with a query': {
      reason: 'signature_reference',
      xml: signedWith({ uri: "#xpointer(id('_assertion'))" }),
    },
    'a second reference': {
      reason: 'signature_reference',
      xml: signedWith({ moreReferences: '<ds:Reference URI="#_x"></ds:Reference>' }),
    },
    'a transform that selects content': {
      reason: 'signature_reference',
      xml: signedWith({
        transforms: `${usualTransforms}<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"><ds:XPath>1</ds:XPath></ds:Transform>`,
      }),
    },
    'a transform instead of canonicalization': {
      reason: 'signature_algorithm',
      xml: signedWith({
        transforms: `<ds:Transform Algorithm="${names.enveloped}"></ds:Transform><ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"></ds:Transform>`,
      }),
    },
    'an encrypted assertion without a signature': {
      reason: 'signature_missing',
      xml: envelope(encryptAssertion(plain(assertion), reader)),
    },
    'an encrypted assertion of a stranger': {
      reason: 'signature_invalid',
      xml: envelope(encryptAssertion(signElement(assertion, stranger), reader)),
    },
    'two encrypted assertions': {
      reason: 'assertion_count',
      xml: envelope(encryptAssertion(signed, reader) + encryptAssertion(plain(forged), reader)),
    },
    'an encrypted pair of assertions': {
      reason: 'decryption_failed',
      xml: envelope(encryptAssertion(signed + plain(forged), reader)),
    },
    'an encrypted document type': {
      reason: 'doctype_forbidden',
      xml: envelope(encryptAssertion(`<!DOCTYPE a []>${signed}`, reader)),
    },
    'an encrypted text that closes its parent': {
      reason: 'response_malformed',
      xml: envelope(encryptAssertion(`<a/></decrypted><decrypted>`, reader)),
    },
    'a key with weak padding': {
      reason: 'encryption_algorithm',
      xml: envelope(encryptAssertion(signed, reader, { keyMethod: `${names.encryption}rsa-1_5` })),
    },
  });
};

/** Correctly signed, but for someone or something else, or at another time. */
export const mismatches = (statement: Statement, { trusted, reader }: Keys): Forgery[] => {
  const but = (change: Partial<Statement>) => signedResponse({ ...statement, ...change }, trusted);
  const without = (text: string, part: RegExp) => text.replace(part, '');
  const subject = subjectOf(statement);
  const conditions = conditionsOf(statement);
  return listOf({
    'another issuer': { reason: 'issuer_mismatch', xml: but({ issuer: 'https://evil.example' }) },
    'another issuer of the assertion only': {
      reason: 'issuer_mismatch',
      xml: but({ issuer: 'https://evil.example', envelopeIssuer: statement.issuer }),
    },
    'another audience': { reason: 'audience_mismatch', xml: but({ audience: 'https://other.example' }) },
    'an audience that starts like ours': {
      reason: 'audience_mismatch',
      xml: but({ audience: `${statement.audience}/x` }),
    },
    'no audience': {
      reason: 'audience_mismatch',
      xml: but({ conditions: without(conditions, /<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/) }),
    },
    'no conditions': { reason: 'audience_mismatch', xml: but({ conditions: '' }) },
    'a second audience restriction': {
      reason: 'audience_mismatch',
      xml: but({
        conditions: conditions.replace(
          '</saml:Conditions>',
          '<saml:AudienceRestriction><saml:Audience>urn:x</saml:Audience></saml:AudienceRestriction></saml:Conditions>',
        ),
      }),
    },
    'an unknown condition': {
      reason: 'condition_unknown',
      xml: but({
        conditions: conditions.replace('</saml:Conditions>', '<saml:Condition></saml:Condition></saml:Conditions>'),
      }),
    },
    'another recipient': {
      reason: 'recipient_mismatch',
      xml: but({ subject: subject.replace(statement.recipient, 'https://other.example/acs') }),
    },
    'no recipient': { reason: 'recipient_mismatch', xml: but({ subject: without(subject, / Recipient="[^"]*"/) }) },
    'another destination': { reason: 'destination_mismatch', xml: but({ destination: 'https://other.example/acs' }) },
    'another request': {
      reason: 'request_mismatch',
      xml: but({ inResponseTo: '_another', envelopeInResponseTo: statement.inResponseTo ?? '' }),
    },
    'another request in the envelope': { reason: 'request_mismatch', xml: but({ envelopeInResponseTo: '_another' }) },
    'no request': {
      reason: 'request_mismatch',
      xml: but({ subject: without(subject, / InResponseTo="[^"]*"/), envelopeInResponseTo: '' }),
    },
    'an expired assertion': { reason: 'expired', xml: but({ validUntil: -120 }) },
    'an assertion issued long ago': { reason: 'expired', xml: but({ issuedAt: -7200 }) },
    'an assertion of the future': { reason: 'not_yet_valid', xml: but({ validFrom: 120 }) },
    'an assertion issued in the future': { reason: 'not_yet_valid', xml: but({ issuedAt: 120 }) },
    'a confirmation without an end': {
      reason: 'subject_confirmation',
      xml: but({ subject: without(subject, / NotOnOrAfter="[^"]*"/) }),
    },
    'a confirmation by a key': {
      reason: 'subject_confirmation',
      xml: but({ subject: subject.replace(names.bearer, 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key') }),
    },
    'no confirmation': {
      reason: 'subject_confirmation',
      xml: but({ subject: without(subject, /<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/) }),
    },
    'no subject': { reason: 'subject_confirmation', xml: but({ subject: '' }) },
    'no name': { reason: 'name_id_missing', xml: but({ nameId: '' }) },
    'elements in the name': { reason: 'response_malformed', xml: but({ nameId: 'ann<saml:x></saml:x>' }) },
    'two names': {
      reason: 'name_id_missing',
      xml: but({ subject: subject.replace('<saml:NameID>', '<saml:NameID>admin</saml:NameID><saml:NameID>') }),
    },
    'a time without its zone': {
      reason: 'response_malformed',
      xml: but({ conditions: conditions.replaceAll('Z"', '"') }),
    },
    'a refusal': { reason: 'status_failure', xml: but({ status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }) },
    'an encrypted assertion of an expired session': {
      reason: 'expired',
      xml: plain(
        writeResponse(
          statement,
          encryptAssertion(signElement(writeAssertion({ ...statement, validUntil: -120 }), trusted), reader),
        ),
      ),
    },
  });
};

/** Documents that harm the parser, or that parsers read differently. */
export const documents = (statement: Statement, { trusted }: Keys): Forgery[] => {
  const good = signedResponse(statement, trusted);
  const entities = Array.from({ length: 9 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`);
  const inside = (content: string) =>
    good.replace('<samlp:Status>', `<samlp:Extensions>${content}</samlp:Extensions><samlp:Status>`);
  return listOf({
    'a document type': { reason: 'doctype_forbidden', xml: `<!DOCTYPE a []>${good}` },
    'a document type in another case': { reason: 'doctype_forbidden', xml: `<!doctype a []>${good}` },
    'an external entity': {
      reason: 'doctype_forbidden',
      xml: `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${good.replace('>ann<', '>&x;<')}`,
    },
    'an entity bomb': {
      reason: 'doctype_forbidden',
      xml: `<!DOCTYPE a [<!ENTITY e0 "x">${entities.join('')}]>${good}`,
    },
    'an undeclared entity': { reason: 'response_malformed', xml: good.replace('>ann<', '>&admin;<') },
    'a document of 600 KB': { reason: 'response_too_large', xml: inside('x'.repeat(600_000)) },
    'a deep document': { reason: 'response_too_large', xml: inside('<a>'.repeat(30_000) + '</a>'.repeat(30_000)) },
    'many elements': { reason: 'response_too_large', xml: inside('<a/>'.repeat(60_000)) },
    'many attributes': {
      reason: 'response_too_large',
      xml: inside(`<a ${Array.from({ length: 20_000 }, (_, index) => `b${index}=""`).join(' ')}/>`),
    },
    'two documents': { reason: 'response_malformed', xml: good + good },
    'text after the document': { reason: 'response_malformed', xml: `${good}text` },
    'an open tag': { reason: 'response_malformed', xml: good.slice(0, -1) },
    'a tag that is not closed': { reason: 'response_malformed', xml: good.replace('</saml:Subject>', '') },
    'an attribute twice': { reason: 'response_malformed', xml: good.replace(' Version=', ' Version="2.0" Version=') },
    'an undeclared prefix': { reason: 'response_malformed', xml: inside('<y:a></y:a>') },
    'UTF-16': { reason: 'response_unreadable', xml: Buffer.from(`\uFEFF${good}`, 'utf16le') },
    'UTF-7': { reason: 'response_malformed', xml: `<?xml version="1.0" encoding="utf-7"?>${good}` },
    'no XML': { reason: 'response_unreadable', xml: 'SAMLResponse' },
    nothing: { reason: 'response_unreadable', xml: '' },
    'a lone assertion': { reason: 'response_malformed', xml: signElement(writeAssertion(statement), trusted) },
    'a version of its own': { reason: 'response_malformed', xml: good.replace('Version="2.0"', 'Version="1.1"') },
    'an unknown element in the envelope': {
      reason: 'response_malformed',
      xml: good.replace('<samlp:Status>', '<samlp:Other></samlp:Other><samlp:Status>'),
    },
    'no assertion': { reason: 'assertion_count', xml: plain(writeResponse(statement, '')) },
  });
};
