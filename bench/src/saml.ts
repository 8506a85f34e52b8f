// CPU time of a SAML response of usual size, read and written: signed message, signed assertion, and 40 attributes.
import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { alternativeName, writeCertificate } from '@tessera/connectors/certificate';
import { readResponse } from '@tessera/connectors/saml/response';
import {
  encryptAssertion,
  plain,
  signElement,
  writeAssertion,
  writeResponse,
} from '@tessera/connectors/saml/test-responses';
import { writeResponse as writeOurs } from '@tessera/connectors/saml/write-response';
import { type Goal, show, table } from './report.ts';

const warmUps = 200;
const measured = 500;
const attributes = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [`http://schemas.example.com/claims/${index}`, `value ${index}`]),
);

/** Milliseconds of CPU for one response. */
export type SamlNumbers = { signed: number; encrypted: number; written: number; writtenEncrypted: number };

const cpuOf = (work: () => unknown): number => {
  for (let round = 0; round < warmUps; round += 1) work();
  const before = process.cpuUsage();
  for (let round = 0; round < measured; round += 1) work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / measured;
};

/** As the identity provider of an application, with a key of the size that applications get. */
const measureWriting = (reader: KeyObject): Pick<SamlNumbers, 'written' | 'writtenEncrypted'> => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
  const now = Date.now();
  const names = { subject: 'idp', issuer: 'idp', extension: alternativeName('idp.example') };
  const period = { validFrom: new Date(now), validUntil: new Date(now + 86_400_000) };
  const certificate = writeCertificate({ serialNumber: Buffer.of(1), ...names, ...period }, publicKey, privateKey);
  const statement = {
    ...{ id: '_assertion', issuer: 'https://idp.example', audience: 'urn:sp', recipient: 'https://sp.example/acs' },
    ...{ requestId: '_request', nameId: 'ann', nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' },
    ...{ sessionIndex: 'session', signedInAt: now, now },
    attributes: Object.entries(attributes).map(([name, value]) => ({ name, values: [value] })),
  };
  const signer = { privateKey, certificate };
  const encryption = { publicKey: reader, newBytes: randomBytes, isSignedAfter: false };
  return {
    written: cpuOf(() => writeOurs(statement, { responseId: '_response', signer })),
    writtenEncrypted: cpuOf(() => writeOurs(statement, { responseId: '_response', signer, encryption })),
  };
};

export const measureSaml = (): SamlNumbers => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const now = Date.now();
  const expected = { issuer: 'https://idp.example', audience: 'urn:sp', recipient: 'https://sp.example/acs', now };
  const statement = { ...expected, inResponseTo: '_request', attributes };
  const assertion = signElement(writeAssertion(statement), privateKey);
  const forms = {
    signed: signElement(writeResponse(statement, assertion), privateKey),
    encrypted: plain(writeResponse(statement, encryptAssertion(assertion, publicKey))),
  };
  const options = {
    ...{ ...expected, requestId: '_request', skewMs: 60_000 },
    ...{ trust: { keys: [publicKey] }, decryptionKeys: [privateKey] },
  };
  const reading = (xml: string) => {
    const bytes = Buffer.from(xml);
    return cpuOf(() => readResponse(bytes, options));
  };
  return { signed: reading(forms.signed), encrypted: reading(forms.encrypted), ...measureWriting(publicKey) };
};

export const samlTable = ({ signed, encrypted, written, writtenEncrypted }: SamlNumbers): string =>
  table([
    ['SAML response with 40 attributes', 'CPU each'],
    ['read, message and assertion signed', show(signed, 'ms', 2)],
    ['read, assertion signed and encrypted', show(encrypted, 'ms', 2)],
    ['written and signed', show(written, 'ms', 2)],
    ['written, signed and encrypted', show(writtenEncrypted, 'ms', 2)],
  ]);

export const samlGoals = ({ signed, encrypted, written, writtenEncrypted }: SamlNumbers): Goal[] => [
  { name: 'CPU to read a SAML response', measured: Math.max(signed, encrypted), limit: 8, unit: 'ms', digits: 2 },
  {
    ...{ name: 'CPU to write a SAML response', measured: Math.max(written, writtenEncrypted) },
    ...{ limit: 12, unit: 'ms', digits: 2 },
  },
];
