// Reading SAML responses: accepted forms, and a corpus of forged ones.
import { createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { alternativeName, writeCertificate } from '../certificate.ts';
import { changes, documents, mismatches, wrappings } from './forged-responses.ts';
import * as names from './names.ts';
import { decodeResponse, type ResponseOptions, readResponse } from './response.ts';
import { SamlError } from './saml-error.ts';
import {
  encryptAssertion,
  plain,
  type Statement,
  signElement,
  signedResponse,
  usualTransforms,
  writeAssertion,
  writeResponse,
} from './test-responses.ts';

const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const [idp, next, stranger, reader] = [rsa(), rsa(), rsa(), rsa()];
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const content = {
  serialNumber: Buffer.of(1),
  subject: 'evil',
  issuer: 'evil',
  extension: alternativeName('evil.example'),
};
const years = { validFrom: new Date('2025-01-01'), validUntil: new Date('2049-01-01') };
const strangerCertificate = writeCertificate({ ...content, ...years }, stranger.publicKey, stranger.privateKey);
const keys = {
  trusted: idp.privateKey,
  trustedPublic: idp.publicKey,
  stranger: stranger.privateKey,
  strangerCertificate,
  reader: reader.publicKey,
};

const now = Date.parse('2026-05-04T10:00:00Z');
const statement: Statement = {
  ...{ issuer: 'https://idp.example/metadata', audience: 'https://auth.example/enterprise-sso/c1' },
  ...{ recipient: 'https://auth.example/api/authn/single-sign-on/saml/c1', inResponseTo: '_request', now },
  attributes: { email: 'ann@company.example' },
};
const options: ResponseOptions = {
  ...{ issuer: statement.issuer, audience: statement.audience, recipient: statement.recipient },
  ...{ requestId: '_request', now, skewMs: 60_000 },
  trust: { keys: [next.publicKey, idp.publicKey, ec.publicKey] },
  decryptionKeys: [stranger.privateKey, reader.privateKey],
};
const read = (xml: string | Buffer, changed: Partial<ResponseOptions> = {}) =>
  readResponse(Buffer.from(xml), { ...options, ...changed });
const reasonOf = (xml: string | Buffer, changed?: Partial<ResponseOptions>) => {
  try {
    read(xml, changed);
  } catch (error) {
    if (error instanceof SamlError) return error.reason;
    throw error;
  }
  return 'accepted';
};
const identity = { nameId: 'ann', attributes: { email: 'ann@company.example' }, sessionIndex: '_session' };

describe('a response is accepted', () => {
  const assertion = writeAssertion(statement);
  const forms: [string, string][] = [
    ['with a signed assertion', signedResponse(statement, idp.privateKey)],
    ['with a signed message', signElement(writeResponse(statement, plain(assertion)), idp.privateKey)],
    ['with both signed', signElement(writeResponse(statement, signElement(assertion, idp.privateKey)), idp.privateKey)],
    [
      'with an encrypted assertion',
      plain(writeResponse(statement, encryptAssertion(signElement(assertion, idp.privateKey), reader.publicKey))),
    ],
    [
      'with an assertion in CBC mode',
      plain(
        writeResponse(
          statement,
          encryptAssertion(signElement(assertion, idp.privateKey), reader.publicKey, { cipher: 'aes-128-cbc' }),
        ),
      ),
    ],
    [
      'with an encrypted assertion that only the message signs',
      signElement(writeResponse(statement, encryptAssertion(plain(assertion), reader.publicKey)), idp.privateKey),
    ],
    ['with SHA-512', signedResponse(statement, idp.privateKey, { hash: 'sha512' })],
    ['with ECDSA', signedResponse(statement, ec.privateKey)],
    ['with the next certificate', signedResponse(statement, next.privateKey)],
    ['with a declaration', `<?xml version="1.0" encoding="UTF-8"?>\n${signedResponse(statement, idp.privateKey)}\n`],
    ['without a destination', signedResponse({ ...statement, destination: '' }, idp.privateKey)],
  ];
  it.each(forms)('%s', (_, xml) => {
    expect(read(xml)).toMatchObject(identity);
  });

  it('with SHA-1 if that is allowed', () => {
    const sha1 = 'http://www.w3.org/2000/09/xmldsig#';
    const weak = { method: `${sha1}rsa-sha1`, hash: 'sha1', digestMethod: `${sha1}sha1` };
    const xml = signedResponse(statement, idp.privateKey, weak);
    expect(read(xml, { trust: { ...options.trust, allowSha1: true } })).toMatchObject(identity);
  });

  it('if the identity provider starts the sign-in', () => {
    const { inResponseTo: _, ...unsolicited } = statement;
    const xml = signedResponse(unsolicited, idp.privateKey);
    expect(read(xml, { requestId: undefined })).toMatchObject(identity);
    expect(reasonOf(signedResponse(statement, idp.privateKey), { requestId: undefined })).toBe('unsolicited');
  });

  it('within the tolerance for clocks, and not after it', () => {
    const xml = signedResponse({ ...statement, validFrom: -10, validUntil: 60 }, idp.privateKey);
    expect(reasonOf(xml, { now: now - 60_000 })).toBe('accepted');
    expect(reasonOf(xml, { now: now - 70_001 })).toBe('not_yet_valid');
    expect(reasonOf(xml, { now: now + 119_999 })).toBe('accepted');
    expect(reasonOf(xml, { now: now + 120_000 })).toBe('expired');
  });

  it('and has a key against replays, which lasts as long as the assertion', () => {
    const first = read(signedResponse(statement, idp.privateKey));
    const again = read(signElement(writeResponse(statement, signElement(assertion, idp.privateKey)), idp.privateKey));
    expect(again.replayKey).toBe(first.replayKey);
    expect(first.expiresAt).toBe(now + 360_000);
    const other = read(signedResponse({ ...statement, id: '_other', validUntil: 90_000 }, idp.privateKey));
    expect(other.replayKey).not.toBe(first.replayKey);
    expect(other.expiresAt).toBe(now + 3_660_000);
  });

  it('with several values of an attribute, and text that needs escaping', () => {
    const attributes = { groups: 'a &amp; b</saml:AttributeValue><saml:AttributeValue>c', __proto__x: '"ü"' };
    const found = read(signedResponse({ ...statement, attributes }, idp.privateKey));
    expect(found.attributes).toEqual({ groups: ['a & b', 'c'], __proto__x: '"ü"' });
  });
});

describe('a forged response is rejected', () => {
  it.each(wrappings(statement, keys))('R53 $name', ({ xml, reason }) => expect(reasonOf(xml)).toBe(reason));
  it.each(changes(statement, keys))('R54 $name', ({ xml, reason }) => expect(reasonOf(xml)).toBe(reason));
  it.each(mismatches(statement, keys))('R55 $name', ({ xml, reason }) => expect(reasonOf(xml)).toBe(reason));
  it.each(documents(statement, keys))('R56 $name', ({ xml, reason }) => expect(reasonOf(xml)).toBe(reason));

  it('R54 after its certificate is removed', () => {
    const xml = signedResponse(statement, idp.privateKey);
    expect(reasonOf(xml, { trust: { keys: [next.publicKey] } })).toBe('signature_invalid');
    expect(reasonOf(xml, { trust: { keys: [] } })).toBe('signature_invalid');
  });

  it('R54 with the certificate of the message', () => {
    const own = createPublicKey(
      new X509Certificate(strangerCertificate).publicKey.export({ type: 'spki', format: 'pem' }),
    );
    const xml =
      changes(statement, keys).find(({ name }) => name === 'another key with its certificate inside')?.xml ?? '';
    // The same response is fine for those who trust that key.
    expect(reasonOf(xml, { trust: { keys: [own] } })).toBe('accepted');
  });

  it('R54 if it is encrypted for someone else, or for no one', () => {
    const assertion = signElement(writeAssertion(statement), idp.privateKey);
    const xml = plain(writeResponse(statement, encryptAssertion(assertion, reader.publicKey)));
    expect(reasonOf(xml, { decryptionKeys: [stranger.privateKey] })).toBe('decryption_failed');
    expect(reasonOf(xml, { decryptionKeys: [] })).toBe('encryption_key_missing');
  });

  it('R54 if any byte of it is changed', () => {
    const xml = signElement(writeResponse(statement, plain(writeAssertion(statement))), idp.privateKey);
    for (let at = 0; at < xml.length; at += 7) {
      const other = xml[at] === 'q' ? 'r' : 'q';
      expect(reasonOf(`${xml.slice(0, at)}${other}${xml.slice(at + 1)}`), xml.slice(at - 10, at + 10)).not.toBe(
        'accepted',
      );
    }
  });

  it('R64 if it lists more prefixes than a document needs, before its signature is checked', () => {
    const method = `<ds:CanonicalizationMethod Algorithm="${names.exclusive}">`;
    const listing = (prefixes: string[]) =>
      signedResponse(statement, stranger.privateKey).replace(
        method,
        `${method}<ec:InclusiveNamespaces xmlns:ec="${names.exclusive}" PrefixList="${prefixes.join(' ')}"/>`,
      );
    const many = Array.from({ length: 65 }, (_, at) => `p${at}`);
    expect(reasonOf(listing(many))).toBe('response_too_large');
    expect(reasonOf(listing(many.slice(1)))).toBe('signature_invalid');
    expect(reasonOf(listing(Array.from({ length: 60_000 }, (_, at) => `p${at}`)))).toBe('response_too_large');
    // One that is repeated counts once.
    const transforms = usualTransforms.replace(
      `"${names.exclusive}">`,
      `"${names.exclusive}"><ec:InclusiveNamespaces xmlns:ec="${names.exclusive}" PrefixList="${Array(1000).fill('saml').join(' ')}"></ec:InclusiveNamespaces>`,
    );
    expect(reasonOf(signedResponse(statement, idp.privateKey, { transforms }))).toBe('accepted');
  });

  it('R119 if it is too large', () => {
    const filled = (length: number) =>
      signedResponse({ ...statement, attributes: { filling: 'x'.repeat(length) } }, idp.privateKey);
    expect(reasonOf(filled(120_000))).toBe('accepted');
    expect(reasonOf(filled(140_000))).toBe('response_too_large');
  });

  it('R56 before it is parsed', () => {
    expect(() => decodeResponse('not base 64!')).toThrow('response_unreadable');
    expect(() => decodeResponse('A'.repeat(200_000))).toThrow('response_too_large');
  });
});

it('a rejection names the setting, what was expected and what came', () => {
  const xml = signedResponse({ ...statement, audience: 'urn:other' }, idp.privateKey);
  const error = (() => {
    try {
      return read(xml);
    } catch (problem) {
      return problem;
    }
  })();
  expect(error).toMatchObject({ setting: 'audience', expected: statement.audience, received: 'urn:other' });
});
