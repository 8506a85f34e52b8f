// A SAML identity provider for the social connector, and the forgeries that reach it.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import {
  encryptAssertion,
  plain,
  signElement,
  signedResponse,
  type Statement as WrittenStatement,
  writeAssertion,
  writeResponse,
} from '@tessera/connectors/saml/test-responses';
import { selfSigned } from '@tessera/server/infrastructure/outbound/self-signed';

const protocolNs = 'urn:oasis:names:tc:SAML:2.0:protocol';

export const idpEntityId = 'https://idp.example/metadata';
export const entityId = 'urn:shop';

const { key: keyText, cert } = selfSigned('idp.example', 'rsa');
const key = createPrivateKey(keyText);
const stranger = createPrivateKey(selfSigned('idp.example', 'rsa').key);
export const certificate = cert;
export const metadata = `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${idpEntityId}"><md:IDPSSODescriptor protocolSupportEnumeration="${protocolNs}"><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example/post"/><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso?a=1&amp;b=2"/></md:IDPSSODescriptor></md:EntityDescriptor>`;

/** What the provider finds in the request. */
export const readRequest = (uri: string) => {
  const { searchParams, origin, pathname } = new URL(uri);
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  const attribute = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(xml)?.[1] ?? '';
  return {
    page: origin + pathname,
    fixed: searchParams.get('b'),
    relayState: searchParams.get('RelayState') ?? '',
    id: attribute('ID'),
    acs: attribute('AssertionConsumerServiceURL'),
    issuer: /Issuer[^>]*>([^<]*)</.exec(xml)?.[1] ?? '',
  };
};

export type Statement = Pick<WrittenStatement, 'recipient'> & Partial<WrittenStatement>;

const complete = (statement: Statement): WrittenStatement => ({
  ...{ audience: entityId, issuer: idpEntityId, now: Date.now() },
  ...statement,
});
/** Base 64, as it is posted. */
const posted = (xml: string) => Buffer.from(xml).toString('base64');
const answered = (statement: WrittenStatement, assertions: string) =>
  posted(plain(writeResponse(statement, assertions)));
const forgedOf = (statement: WrittenStatement) => writeAssertion({ ...statement, nameId: 'admin', id: '_forged' });

const writers = {
  signed: (statement: WrittenStatement) => posted(signedResponse(statement, key)),
  foreign: (statement: WrittenStatement) => posted(signedResponse(statement, stranger)),
  unsigned: (statement: WrittenStatement) => answered(statement, plain(writeAssertion(statement))),
  changed: (statement: WrittenStatement) => posted(signedResponse(statement, key).replace('>ann<', '>admin<')),
  /** A forged assertion, with the signed one inside its signature. */
  wrapped: (statement: WrittenStatement) => {
    const original = writeAssertion(statement);
    const signed = signElement(original, key);
    const signature = signed.slice(original.before.length, signed.length - original.after.length);
    const wrapper = signature.replace('</ds:Signature>', `<ds:Object>${plain(original)}</ds:Object></ds:Signature>`);
    const { before, after } = forgedOf(statement);
    return answered(statement, `${before}${wrapper}${after}`);
  },
  /** A forged assertion next to the signed one. */
  doubled: (statement: WrittenStatement) =>
    answered(statement, plain(forgedOf(statement)) + signElement(writeAssertion(statement), key)),
  withEntity: (statement: WrittenStatement) =>
    posted(`<!DOCTYPE a [<!ENTITY b "c">]>${signedResponse(statement, key)}`),
};
const completed = <T extends Record<string, (statement: WrittenStatement) => string>>(made: T) =>
  Object.fromEntries(
    Object.entries(made).map(([name, write]) => [name, (statement: Statement) => write(complete(statement))]),
  ) as { [K in keyof T]: (statement: Statement) => string };

export const answers = {
  ...completed(writers),
  encrypted: (statement: Statement, reader: string) => {
    const whole = complete(statement);
    const assertion = signElement(writeAssertion(whole), key);
    return answered(whole, encryptAssertion(assertion, new X509Certificate(reader).publicKey));
  },
};
