// Writes SAML responses for tests, in canonical form, so that signing needs no library and every part can be forged.
import { constants, createCipheriv, createHash, createHmac, type KeyObject, publicEncrypt, sign } from 'node:crypto';
import * as names from './names.ts';

export type Statement = {
  inResponseTo?: string;
  recipient: string;
  audience: string;
  issuer: string;
  nameId?: string;
  nameIdFormat?: string;
  attributes?: Record<string, string>;
  /** Seconds from now. */
  validFrom?: number;
  validUntil?: number;
  issuedAt?: number;
  id?: string;
  /** In place of the usual parts of the assertion. */
  subject?: string;
  conditions?: string;
  status?: string;
  destination?: string;
  envelopeIssuer?: string;
  envelopeInResponseTo?: string;
  now: number;
};
/** An element without its signature, which goes after the first child. */
export type Unsigned = { before: string; after: string; id: string };
export type SignOptions = {
  method?: string;
  hash?: string;
  digestMethod?: string;
  uri?: string;
  transforms?: string;
  canonicalization?: string;
  keyInfo?: string;
  hmacKey?: string;
  moreReferences?: string;
};

const more = 'http://www.w3.org/2001/04/xmldsig-more#';
export const usualTransforms = [names.enveloped, names.exclusive]
  .map((name) => `<ds:Transform Algorithm="${name}"></ds:Transform>`)
  .join('');

const instantOf = ({ now }: Statement, seconds: number) => new Date(now + seconds * 1000).toISOString();

export const subjectOf = (statement: Statement): string => {
  const { nameId = 'ann', nameIdFormat, inResponseTo, recipient, validUntil = 300 } = statement;
  const format = nameIdFormat ? ` Format="${nameIdFormat}"` : '';
  const answered = inResponseTo ? ` InResponseTo="${inResponseTo}"` : '';
  return `<saml:Subject><saml:NameID${format}>${nameId}</saml:NameID><saml:SubjectConfirmation Method="${names.bearer}"><saml:SubjectConfirmationData${answered} NotOnOrAfter="${instantOf(statement, validUntil)}" Recipient="${recipient}"></saml:SubjectConfirmationData></saml:SubjectConfirmation></saml:Subject>`;
};

export const conditionsOf = (statement: Statement): string => {
  const { audience, validFrom = -300, validUntil = 300 } = statement;
  return `<saml:Conditions NotBefore="${instantOf(statement, validFrom)}" NotOnOrAfter="${instantOf(statement, validUntil)}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`;
};

export const writeAssertion = (statement: Statement): Unsigned => {
  const { id = '_assertion', issuer, attributes = {}, issuedAt = 0 } = statement;
  const { subject = subjectOf(statement), conditions = conditionsOf(statement) } = statement;
  const values = Object.entries(attributes).map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
  );
  const session = `<saml:AuthnStatement AuthnInstant="${instantOf(statement, 0)}" SessionIndex="_session"></saml:AuthnStatement>`;
  return {
    id,
    before: `<saml:Assertion xmlns:saml="${names.assertion}" ID="${id}" IssueInstant="${instantOf(statement, issuedAt)}" Version="2.0"><saml:Issuer>${issuer}</saml:Issuer>`,
    after: `${subject}${conditions}${session}<saml:AttributeStatement>${values.join('')}</saml:AttributeStatement></saml:Assertion>`,
  };
};

export const writeResponse = (statement: Statement, assertions: string, id = '_response'): Unsigned => {
  const { recipient, issuer, inResponseTo, status = names.success, destination = recipient } = statement;
  const { envelopeIssuer = issuer, envelopeInResponseTo = inResponseTo } = statement;
  const answered = envelopeInResponseTo ? ` InResponseTo="${envelopeInResponseTo}"` : '';
  return {
    id,
    before: `<samlp:Response xmlns:samlp="${names.protocol}" Destination="${destination}" ID="${id}"${answered} IssueInstant="${instantOf(statement, 0)}" Version="2.0"><saml:Issuer xmlns:saml="${names.assertion}">${envelopeIssuer}</saml:Issuer>`,
    after: `<samlp:Status><samlp:StatusCode Value="${status}"></samlp:StatusCode></samlp:Status>${assertions}</samlp:Response>`,
  };
};

export const plain = ({ before, after }: Unsigned): string => before + after;

/** The signature alone. */
export const signatureOf = (element: Unsigned, key: KeyObject, options: SignOptions = {}): string => {
  const { hash = 'sha256', digestMethod = `${names.encryption}sha256`, uri = `#${element.id}` } = options;
  const isEc = key.asymmetricKeyType === 'ec';
  const { method = `${more}${isEc ? 'ecdsa' : 'rsa'}-${hash}`, transforms = usualTransforms } = options;
  const { canonicalization = names.exclusive, keyInfo = '', moreReferences = '' } = options;
  const digest = createHash(/sha\d+$/.exec(digestMethod)?.[0] ?? 'sha256')
    .update(plain(element))
    .digest('base64');
  const inner = `<ds:CanonicalizationMethod Algorithm="${canonicalization}"></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm="${method}"></ds:SignatureMethod><ds:Reference URI="${uri}"><ds:Transforms>${transforms}</ds:Transforms><ds:DigestMethod Algorithm="${digestMethod}"></ds:DigestMethod><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference>${moreReferences}`;
  const content = `<ds:SignedInfo xmlns:ds="${names.signature}">${inner}</ds:SignedInfo>`;
  const value = options.hmacKey
    ? createHmac('sha256', options.hmacKey).update(content).digest()
    : sign(hash, Buffer.from(content), isEc ? { key, dsaEncoding: 'ieee-p1363' } : key);
  return `<ds:Signature xmlns:ds="${names.signature}"><ds:SignedInfo>${inner}</ds:SignedInfo><ds:SignatureValue>${value.toString('base64')}</ds:SignatureValue>${keyInfo}</ds:Signature>`;
};

export const signElement = (element: Unsigned, key: KeyObject, options?: SignOptions): string =>
  `${element.before}${signatureOf(element, key, options)}${element.after}`;

export const signedResponse = (statement: Statement, key: KeyObject, options?: SignOptions): string =>
  plain(writeResponse(statement, signElement(writeAssertion(statement), key, options)));

type Encryption = { cipher?: 'aes-256-gcm' | 'aes-128-cbc'; keyMethod?: string };

const sealWithGcm = (text: string, key: Buffer, iv: Buffer): Buffer => {
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  return Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
};
const sealWithCbc = (text: string, key: Buffer, iv: Buffer): Buffer => {
  const cipher = createCipheriv('aes-128-cbc', key, iv);
  return Buffer.concat([iv, cipher.update(text), cipher.final()]);
};

/** XML Encryption, with a key that RSA-OAEP encrypts for the reader. */
export const encryptAssertion = (assertion: string, reader: KeyObject, options: Encryption = {}): string => {
  const { cipher: name = 'aes-256-gcm', keyMethod = `${names.encryption}rsa-oaep-mgf1p` } = options;
  const isGcm = name === 'aes-256-gcm';
  // Tests keep no secret, so the key may follow from the content.
  const material = createHash('sha512').update(assertion).digest();
  const aesKey = material.subarray(0, isGcm ? 32 : 16);
  const iv = material.subarray(32, isGcm ? 44 : 48);
  const whole = isGcm ? sealWithGcm(assertion, aesKey, iv) : sealWithCbc(assertion, aesKey, iv);
  const isOaep = keyMethod.includes('oaep');
  const padding = isOaep ? constants.RSA_PKCS1_OAEP_PADDING : constants.RSA_PKCS1_PADDING;
  const wrappedKey = publicEncrypt({ key: reader, padding, ...(isOaep && { oaepHash: 'sha1' }) }, aesKey);
  const data = (bytes: Buffer) =>
    `<xenc:CipherData><xenc:CipherValue>${bytes.toString('base64')}</xenc:CipherValue></xenc:CipherData>`;
  const method = isGcm ? `${names.encryption11}aes256-gcm` : `${names.encryption}aes128-cbc`;
  return `<saml:EncryptedAssertion xmlns:saml="${names.assertion}"><xenc:EncryptedData xmlns:xenc="${names.encryption}" Type="${names.encryption}Element"><xenc:EncryptionMethod Algorithm="${method}"></xenc:EncryptionMethod><ds:KeyInfo xmlns:ds="${names.signature}"><xenc:EncryptedKey><xenc:EncryptionMethod Algorithm="${keyMethod}"></xenc:EncryptionMethod>${data(wrappedKey)}</xenc:EncryptedKey></ds:KeyInfo>${data(whole)}</xenc:EncryptedData></saml:EncryptedAssertion>`;
};
