// Metadata in both directions, certificates and authentication requests.
import { createVerify, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { alternativeName, writeCertificate } from '../certificate.ts';
import { authnRequestXml, postedXml, redirectUrl } from './authn-request.ts';
import { expiryOf, readCertificates } from './certificates.ts';
import { readMetadata } from './metadata.ts';
import * as names from './names.ts';
import { serviceProviderMetadata } from './service-provider-metadata.ts';
import { rsaSha256 } from './sign-element.ts';
import { readSigned } from './signature.ts';
import { childrenNamed, mostBytes, parseXml, xmlText } from './xml.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const certificateUntil = (validUntil: string, key: KeyObject = publicKey) =>
  writeCertificate(
    {
      serialNumber: Buffer.of(1),
      ...{ subject: 'idp', issuer: 'idp', extension: alternativeName('idp.example') },
      ...{ validFrom: new Date('2025-01-01'), validUntil: new Date(validUntil) },
    },
    key,
    privateKey,
  );
const [old, next] = [certificateUntil('2026-01-01T00:00:00Z'), certificateUntil('2036-01-01T00:00:00Z')];
const bare = (pem: string) => pem.replace(/-----[^-]+-----/g, '');

type Parts = { keys?: string; services?: string; entity?: string; descriptor?: string };
const keyOf = (pem: string, use = ' use="signing"') =>
  `<md:KeyDescriptor${use}><ds:KeyInfo xmlns:ds="${names.signature}"><ds:X509Data><ds:X509Certificate>${bare(pem)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
const serviceOf = (binding: string, url: string) => `<md:SingleSignOnService Binding="${binding}" Location="${url}"/>`;
const metadataOf = ({
  keys = keyOf(old),
  services,
  entity = 'entityID="https://idp.example"',
  descriptor = '',
}: Parts) =>
  `<?xml version="1.0"?><!-- exported --><md:EntityDescriptor xmlns:md="${names.metadata}" ${entity}><md:IDPSSODescriptor${descriptor} protocolSupportEnumeration="${names.protocol}">${keys}${services ?? serviceOf(names.redirectBinding, 'https://idp.example/sso?a=1&amp;b=2')}</md:IDPSSODescriptor></md:EntityDescriptor>`;

describe('metadata of an identity provider', () => {
  it('has an entity ID, the URLs of both bindings and all signing certificates', () => {
    const services = [
      serviceOf(names.postBinding, 'https://idp.example/post'),
      serviceOf(names.redirectBinding, 'https://idp.example/sso?a=1&amp;b=2'),
    ];
    const keys = [keyOf(old), keyOf(next, ''), keyOf(old), keyOf(next, ' use="encryption"')].join('');
    const descriptor = ' WantAuthnRequestsSigned="true"';
    const found = readMetadata(metadataOf({ keys, services: services.join(''), descriptor }));
    expect(found).toMatchObject({
      entityId: 'https://idp.example',
      redirectUrl: 'https://idp.example/sso?a=1&b=2',
      postUrl: 'https://idp.example/post',
      wantsSignedRequests: true,
    });
    expect(found.certificates.map(expiryOf)).toEqual([Date.parse('2026-01-01'), Date.parse('2036-01-01')]);
  });

  it('may have the POST binding only', () => {
    const found = readMetadata(metadataOf({ services: serviceOf(names.postBinding, 'https://idp.example/post') }));
    expect(found).toMatchObject({ redirectUrl: undefined, postUrl: 'https://idp.example/post' });
  });

  const entities = (list: string) =>
    `<md:EntitiesDescriptor xmlns:md="${names.metadata}">${list}</md:EntitiesDescriptor>`;
  const one = metadataOf({}).replace(/^.*?-->/, '');
  it('may be the only identity provider of a list', () => {
    const service = one.replaceAll('IDPSSODescriptor', 'SPSSODescriptor');
    expect(readMetadata(entities(service + one)).entityId).toBe('https://idp.example');
  });

  const bad: [string, string, string][] = [
    ['metadata_malformed', 'two identity providers', entities(one + one)],
    ['metadata_malformed', 'a service provider', one.replaceAll('IDPSSODescriptor', 'SPSSODescriptor')],
    ['metadata_malformed', 'a web page', '<html><body>Sign in</body></html>'],
    ['metadata_malformed', 'text', 'https://idp.example/metadata'],
    ['metadata_malformed', 'a broken document', metadataOf({}).slice(0, -5)],
    ['metadata_malformed', 'a huge document', metadataOf({ keys: ' '.repeat(600_000) })],
    ['doctype_forbidden', 'a document type', `<!DOCTYPE a>${one}`],
    ['entity_id_missing', 'no entity ID', metadataOf({ entity: '' })],
    ['sign_in_endpoint_missing', 'no sign-in URL', metadataOf({ services: ' ' })],
    [
      'sign_in_endpoint_missing',
      'a script for a sign-in URL',
      metadataOf({ services: serviceOf(names.redirectBinding, 'javascript:alert(1)') }),
    ],
    ['certificate_invalid', 'a broken certificate', metadataOf({ keys: keyOf('AAAA') })],
  ];
  it.each(bad)('is rejected as %s: %s', (reason, _, xml) => {
    expect(() => readMetadata(xml)).toThrow(reason);
  });

  it('may have comments', () => {
    const commented = `<!----><a><!-- <b> - -- > --><c/><!--->--></a><!-- end -->`;
    expect(xmlText(Buffer.from(commented), { allowComments: true })).toBe('<a><c/></a>');
  });

  it('R64 is rejected with comments that are not closed, however many', () => {
    const open = Buffer.from('<!--'.repeat(mostBytes / 4));
    expect(() => xmlText(open, { allowComments: true })).toThrow('response_malformed');
    expect(() => xmlText(Buffer.concat([open, open]), { allowComments: true })).toThrow('response_too_large');
  });

  it('expires', () => {
    const xml = metadataOf({ entity: 'entityID="https://idp.example" validUntil="2026-01-01T00:00:00Z"' });
    expect(readMetadata(xml, Date.parse('2025-12-31')).entityId).toBe('https://idp.example');
    expect(() => readMetadata(xml, Date.parse('2026-01-01'))).toThrow('metadata_expired');
  });
});

describe('certificates', () => {
  it.each(['2049-12-31T23:59:59Z', '2050-01-01T00:00:00Z'])('can expire at %s', (validUntil) => {
    const [certificate] = readCertificates(certificateUntil(validUntil));
    expect(certificate && expiryOf(certificate)).toBe(Date.parse(validUntil));
  });

  it('are PEM blocks or bare base 64', () => {
    expect(readCertificates(`${old}\n${next}${old}`)).toHaveLength(2);
    expect(readCertificates(bare(old)).map(expiryOf)).toEqual([Date.parse('2026-01-01')]);
    expect(() => readCertificates(' ')).toThrow('certificate_missing');
    expect(() => readCertificates('none')).toThrow('certificate_invalid');
  });
});

describe('an authentication request', () => {
  const request = {
    ...{ id: '_abc', destination: 'https://idp.example/sso?a=1', issuer: 'https://auth.example/enterprise-sso/c1' },
    ...{ assertionConsumerServiceUrl: 'https://auth.example/acs', now: Date.parse('2026-05-04T10:00:00Z') },
  };
  const signing = { privateKey, algorithm: rsaSha256 };

  it('is in the URL of the redirect binding', () => {
    const uri = new URL(redirectUrl(request, 'a state & more'));
    expect(uri.origin + uri.pathname).toBe('https://idp.example/sso');
    expect(uri.searchParams.get('a')).toBe('1');
    expect(uri.searchParams.get('RelayState')).toBe('a state & more');
    const xml = inflateRawSync(Buffer.from(uri.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
    expect(xml).toBe(authnRequestXml(request));
    const root = parseXml(xml);
    expect(root.getAttribute('ID')).toBe('_abc');
    expect(root.getAttribute('AssertionConsumerServiceURL')).toBe('https://auth.example/acs');
    expect(childrenNamed(root, names.assertion, 'Issuer')[0]?.textContent).toBe(request.issuer);
  });

  it('is signed in the URL', () => {
    const uri = redirectUrl(request, 'a state', signing);
    const [, signed = '', signature = ''] = /[?&](SAMLRequest=.*)&Signature=(.*)$/.exec(uri) ?? [];
    const value = Buffer.from(decodeURIComponent(signature), 'base64');
    expect(createVerify('RSA-SHA256').update(signed).verify(publicKey, value)).toBe(true);
  });

  it('is signed in the form of the POST binding', () => {
    const root = parseXml(postedXml(request, signing));
    const covered = readSigned(root, { keys: [publicKey] });
    expect(covered?.getAttribute('Destination')).toBe(request.destination);
    expect(postedXml(request)).toBe(authnRequestXml(request));
  });

  it('escapes what it contains', () => {
    const xml = authnRequestXml({ ...request, issuer: `"<&'>`, destination: 'https://idp.example/?a="&b=<' });
    const root = parseXml(xml);
    expect(root.getAttribute('Destination')).toBe('https://idp.example/?a="&b=<');
    expect(root.textContent).toBe(`"<&'>`);
  });
});

it('metadata of the service provider can be read by others', () => {
  const xml = serviceProviderMetadata({
    ...{
      entityId: 'https://auth.example/enterprise-sso/c1',
      assertionConsumerServiceUrl: 'https://auth.example/acs?a&b',
    },
    ...{ certificates: [next], signsRequests: true },
  });
  const root = parseXml(xmlText(Buffer.from(xml)));
  expect(root.getAttribute('entityID')).toBe('https://auth.example/enterprise-sso/c1');
  const [descriptor] = childrenNamed(root, names.metadata, 'SPSSODescriptor');
  expect(descriptor?.getAttribute('AuthnRequestsSigned')).toBe('true');
  const keys = descriptor ? childrenNamed(descriptor, names.metadata, 'KeyDescriptor') : [];
  expect(keys.map((key) => key.getAttribute('use'))).toEqual(['signing', 'encryption']);
  expect(readCertificates(keys[0]?.textContent ?? '').map(expiryOf)).toEqual([Date.parse('2036-01-01')]);
  const [service] = descriptor ? childrenNamed(descriptor, names.metadata, 'AssertionConsumerService') : [];
  expect(service?.getAttribute('Location')).toBe('https://auth.example/acs?a&b');
});
