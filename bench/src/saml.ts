// CPU time of reading a SAML response of usual size: signed message, signed assertion, and 40 attributes.
import { generateKeyPairSync } from 'node:crypto';
import { readResponse } from '@tessera/connectors/saml/response';
import {
  encryptAssertion,
  plain,
  signElement,
  writeAssertion,
  writeResponse,
} from '@tessera/connectors/saml/test-responses';
import { type Goal, show, table } from './report.ts';

const warmUps = 200;
const measured = 500;
const attributes = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [`http://schemas.example.com/claims/${index}`, `value ${index}`]),
);

/** Milliseconds of CPU for one response. */
export type SamlNumbers = { signed: number; encrypted: number };

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
  const cpuOf = (xml: string) => {
    const bytes = Buffer.from(xml);
    for (let round = 0; round < warmUps; round += 1) readResponse(bytes, options);
    const before = process.cpuUsage();
    for (let round = 0; round < measured; round += 1) readResponse(bytes, options);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / measured;
  };
  return { signed: cpuOf(forms.signed), encrypted: cpuOf(forms.encrypted) };
};

export const samlTable = ({ signed, encrypted }: SamlNumbers): string =>
  table([
    ['SAML response with 40 attributes', 'CPU each'],
    ['message and assertion signed', show(signed, 'ms', 2)],
    ['assertion signed and encrypted', show(encrypted, 'ms', 2)],
  ]);

export const samlGoals = ({ signed, encrypted }: SamlNumbers): Goal[] => [
  { name: 'CPU of a SAML response', measured: Math.max(signed, encrypted), limit: 8, unit: 'ms', digits: 2 },
];
