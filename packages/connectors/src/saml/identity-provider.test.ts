// Our answers as identity provider, read by the strict reader, and the requests of service providers.
import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { alternativeName, writeCertificate } from '../certificate.ts';
import { type AuthnRequest, postedXml, redirectUrl } from './authn-request.ts';
import { identityProviderMetadata } from './identity-provider-metadata.ts';
import { readMetadata, readServiceProvider } from './metadata.ts';
import { readAuthnRequest } from './request.ts';
import { readResponse } from './response.ts';
import { serviceProviderMetadata } from './service-provider-metadata.ts';
import { rsaSha256 } from './sign-element.ts';
import { writeFailure, writeResponse } from './write-response.ts';

const keyPair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const content = {
    serialNumber: Buffer.of(1),
    ...{ subject: 'a', issuer: 'a', extension: alternativeName('a.example') },
    ...{ validFrom: new Date('2025-01-01'), validUntil: new Date('2035-01-01') },
  };
  return { privateKey, certificate: writeCertificate(content, publicKey, privateKey) };
};
const own = keyPair();
const provider = keyPair();

const now = Date.parse('2026-01-01T12:00:00Z');
const statement = {
  id: '_assertion',
  issuer: 'https://auth.example/saml/app?a=1&b=2',
  audience: 'https://wiki.example/<saml>',
  recipient: 'https://wiki.example/acs?x=1&y="2"',
  requestId: '_request',
  nameId: 'ann',
  nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  attributes: [] as { name: string; values: string[] }[],
  ...{ sessionIndex: 'session', signedInAt: now - 5000, now },
};
const read = (xml: string, decryptionKeys: KeyObject[] = []) =>
  readResponse(Buffer.from(xml), {
    ...{ issuer: statement.issuer, audience: statement.audience, recipient: statement.recipient },
    ...{ requestId: '_request', now, skewMs: 0, decryptionKeys },
    trust: { keys: [new X509Certificate(own.certificate).publicKey] },
  });
const options = { responseId: '_response', signer: own };

describe('responses', () => {
  const hostile = [
    'a & b < c > d "e" \'f\'',
    '</saml:AttributeValue><saml:AttributeValue>admin',
    ']]> &amp; <![CDATA[x]]> <!-- y -->',
    'two\nlines\tand a tab',
    'ü 漢字 عربى 👩‍💻',
  ];
  it.each(hostile)('contain values as they are: %j', (value) => {
    const attributes = [{ name: `n "${value}"`.replaceAll(/[\n\t]/g, ' '), values: [value, 'other'] }];
    const found = read(writeResponse({ ...statement, nameId: value, attributes }, options));
    expect(found.nameId).toBe(value);
    expect(Object.values(found.attributes)).toEqual([[value, 'other']]);
  });

  it('leave out characters that XML has no form for', () => {
    const attributes = [{ name: 'name', values: ['a\u0000b\u001Bc\uFFFEd\uD800e'] }];
    expect(read(writeResponse({ ...statement, attributes }, options)).attributes).toEqual({ name: 'abcd\uFFFDe' });
  });

  it.each([true, false])('can be encrypted, signed afterwards: %s', (isSignedAfter) => {
    const { publicKey } = new X509Certificate(provider.certificate);
    const encryption = { publicKey, newBytes: randomBytes, isSignedAfter };
    const xml = writeResponse(
      { ...statement, attributes: [{ name: 'email', values: ['ann@wiki.example'] }] },
      { ...options, encryption },
    );
    // Base 64 can contain any three letters.
    for (const plain of ['>ann<', 'ann@wiki.example']) expect(xml).not.toContain(plain);
    expect(read(xml, [provider.privateKey]).attributes).toEqual({ email: 'ann@wiki.example' });
    expect(() => read(xml, [own.privateKey])).toThrow('decryption_failed');
    expect(() => read(xml.replace('</xenc:CipherValue>', 'A</xenc:CipherValue>'), [provider.privateKey])).toThrow(
      'signature_invalid',
    );
  });

  it('can be unsolicited, and refusals say why', () => {
    expect(writeResponse({ ...statement, requestId: undefined }, options)).not.toContain('InResponseTo');
    const envelope = {
      id: '_r',
      issuer: statement.issuer,
      destination: statement.recipient,
      requestId: '_request',
      now,
    };
    expect(() => read(writeFailure(envelope, 'NoPassive', own))).toThrow('status:NoPassive');
    expect(writeFailure(envelope, 'NoPassive', own)).toContain('status:Responder');
    // The request is wrong.
    expect(writeFailure(envelope, 'InvalidNameIDPolicy', own)).toContain('status:Requester');
  });
});

describe('requests', () => {
  const request: AuthnRequest = {
    ...{ id: '_request', destination: 'https://auth.example/authn', issuer: 'https://wiki.example' },
    ...{ assertionConsumerServiceUrl: 'https://wiki.example/acs', now },
  };
  const signing = { privateKey: provider.privateKey, algorithm: rsaSha256 };
  const keys = [new X509Certificate(provider.certificate).publicKey];
  const others = [new X509Certificate(own.certificate).publicKey];
  const sent = (relayState = 'a b+c', isSigned = true) => ({
    binding: 'redirect' as const,
    query: new URL(redirectUrl(request, relayState, isSigned ? signing : undefined)).search.slice(1),
  });
  const posted = (isSigned = true) => ({
    binding: 'post' as const,
    request: Buffer.from(postedXml(request, isSigned ? signing : undefined)).toString('base64'),
  });
  const expected = {
    ...{ id: '_request', issuer: 'https://wiki.example', destination: 'https://auth.example/authn' },
    ...{ assertionConsumerServiceUrl: 'https://wiki.example/acs', forceAuthn: false, isPassive: false, issuedAt: now },
    ...{ assertionConsumerServiceIndex: undefined, nameIdFormat: undefined },
  };

  it('are read in both bindings, signed or not', () => {
    for (const message of [sent(), sent('', false), posted(), posted(false)]) {
      expect(readAuthnRequest(message, [])).toEqual(expected);
    }
    for (const message of [sent(), posted()]) expect(readAuthnRequest(message, keys)).toEqual(expected);
  });

  it('may name a name ID format, and their assertion consumer service by its index', () => {
    const xml = postedXml({ ...request, nameIdFormat: 'urn:x' }).replace(
      / AssertionConsumerServiceURL="[^"]*"/,
      ' AssertionConsumerServiceIndex="2"',
    );
    expect(readAuthnRequest({ binding: 'post', request: Buffer.from(xml).toString('base64') }, [])).toEqual({
      ...{ ...expected, assertionConsumerServiceUrl: undefined },
      ...{ assertionConsumerServiceIndex: '2', nameIdFormat: 'urn:x' },
    });
  });

  it('may be sent in another spelling than they are signed in', () => {
    const { query } = sent();
    const lower = query.replace(/Signature=.*$/, '').replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
    const value = encodeURIComponent(
      sign('sha256', Buffer.from(lower.slice(0, -1)), provider.privateKey).toString('base64'),
    );
    for (const text of [query.replace('a%20b', 'a+b'), `${lower}Signature=${value}`]) {
      expect(readAuthnRequest({ binding: 'redirect', query: text }, keys)).toEqual(expected);
    }
    const upper = query.replace(/Signature=.*$/, `Signature=${value}`);
    expect(readAuthnRequest({ binding: 'redirect', query: upper }, keys)).toEqual(expected);
  });

  it('need a signature of the service provider where its key is known', () => {
    expect(() => readAuthnRequest(sent('', false), keys)).toThrow('signature_missing');
    expect(() => readAuthnRequest(posted(false), keys)).toThrow('signature_missing');
    expect(() => readAuthnRequest(sent(), others)).toThrow('signature_invalid');
    expect(() => readAuthnRequest(posted(), others)).toThrow('signature_invalid');
    const { query } = sent();
    const changed = query.replace(/RelayState=[^&]*/, 'RelayState=other');
    expect(() => readAuthnRequest({ binding: 'redirect', query: changed }, keys)).toThrow('signature_invalid');
    const twice = `SAMLRequest=${sent('', false).query.slice(12)}&${query}`;
    expect(() => readAuthnRequest({ binding: 'redirect', query: twice }, keys)).toThrow('response_malformed');
    const weak = query.replace(
      /SigAlg=[^&]*/,
      `SigAlg=${encodeURIComponent('http://www.w3.org/2000/09/xmldsig#rsa-sha1')}`,
    );
    expect(() => readAuthnRequest({ binding: 'redirect', query: weak }, keys)).toThrow('signature_algorithm');
  });

  it('may have no signature if the application allows it, but no wrong one', () => {
    const lenient = { mayBeUnsigned: true };
    for (const message of [sent('', false), posted(false), sent(), posted()]) {
      expect(readAuthnRequest(message, keys, lenient)).toEqual(expected);
    }
    expect(() => readAuthnRequest(sent(), others, lenient)).toThrow('signature_invalid');
    expect(() => readAuthnRequest(posted(), others, lenient)).toThrow('signature_invalid');
  });

  it.each([
    ['nothing', ''],
    ['no base 64', '<a/>'],
    ['no request', Buffer.from('<a/>').toString('base64')],
    ['a document type', Buffer.from(`<!DOCTYPE a []>${postedXml(request)}`).toString('base64')],
    ['an ID that is none', Buffer.from(postedXml({ ...request, id: '<a>' })).toString('base64')],
    ['a huge one', Buffer.from(`<a>${' '.repeat(100_000)}</a>`).toString('base64')],
    ['a bomb', deflateRawSync(Buffer.from(`<a>${' '.repeat(10_000_000)}</a>`)).toString('base64')],
  ])('are rejected: %s', (_, text) => {
    expect(() => readAuthnRequest({ binding: 'post', request: text }, [])).toThrow(/response_|doctype_/);
  });
});

describe('metadata', () => {
  it('of this identity provider is read by service providers', () => {
    const xml = identityProviderMetadata({
      ...{
        entityId: statement.issuer,
        signInUrl: 'https://auth.example/in?a&b',
        logoutUrl: 'https://auth.example/out',
      },
      ...{ certificates: [own.certificate, provider.certificate], nameIdFormat: statement.nameIdFormat },
      wantsSignedRequests: true,
    });
    expect(readMetadata(xml)).toMatchObject({
      ...{ entityId: statement.issuer, redirectUrl: 'https://auth.example/in?a&b', wantsSignedRequests: true },
      postUrl: 'https://auth.example/in?a&b',
    });
    expect(readMetadata(xml).certificates).toHaveLength(2);
  });

  it('of a service provider gives its URLs and certificates', () => {
    const xml = serviceProviderMetadata({
      ...{ entityId: 'https://wiki.example', assertionConsumerServiceUrl: 'https://wiki.example/acs' },
      ...{ certificates: [provider.certificate], signsRequests: true },
    });
    const found = readServiceProvider(xml);
    const service = (place: string, more = '') =>
      `<md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://wiki.example/${place}"${more}/>`;
    const several = `${service('b', ' index="1"')}${service('a', ' index="7" isDefault="true"')}${service('b')}${service('c', ' index="-3"')}`;
    expect(
      readServiceProvider(xml.replace(/<md:AssertionConsumerService .*<\/md:AssertionConsumerService>/, several))
        .assertionConsumerServices,
    ).toEqual([
      { url: 'https://wiki.example/a', index: 7 },
      { url: 'https://wiki.example/b', index: 1 },
      { url: 'https://wiki.example/b', index: undefined },
      { url: 'https://wiki.example/c', index: undefined },
    ]);
    expect(found).toMatchObject({
      ...{
        entityId: 'https://wiki.example',
        assertionConsumerServices: [{ url: 'https://wiki.example/acs', index: 0 }],
      },
      ...{ singleLogout: undefined, nameIdFormats: [] },
    });
    expect(
      found.encryptionCertificates[0]?.checkPrivateKey(
        createPrivateKey(provider.privateKey.export({ type: 'pkcs8', format: 'pem' })),
      ),
    ).toBe(true);
    expect(() => readServiceProvider(xml.replaceAll('SPSSODescriptor', 'IDPSSODescriptor'))).toThrow(
      'metadata_malformed',
    );
  });
});
