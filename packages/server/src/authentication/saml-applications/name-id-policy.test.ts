import { expect, it } from 'vitest';
import { isAnswered } from './name-id-policy.ts';

const saml = (version: string, name: string) => `urn:oasis:names:tc:SAML:${version}:nameid-format:${name}`;
const plain = { encryption: null };

it('the formats of the settings are answered in every version of SAML', () => {
  expect(isAnswered(undefined, plain)).toBe(true);
  for (const name of ['persistent', 'emailAddress', 'transient', 'unspecified']) {
    for (const version of ['1.0', '1.1', '2.0']) expect(isAnswered(saml(version, name), plain), name).toBe(true);
  }
});

it('other formats are refused', () => {
  for (const format of [
    ...[saml('2.0', 'kerberos'), saml('2.0', 'entity'), saml('1.1', 'X509SubjectName'), saml('2.0', 'email')],
    ...['urn:x', 'persistent', `${saml('2.0', 'persistent')} `],
  ]) {
    expect(isAnswered(format, plain), format).toBe(false);
  }
});

it('an encrypted name ID is in an encrypted assertion', () => {
  const format = saml('2.0', 'encrypted');
  expect(isAnswered(format, plain)).toBe(false);
  expect(isAnswered(format, { encryption: { encryptAssertion: false } })).toBe(false);
  expect(isAnswered(format, { encryption: { encryptAssertion: true } })).toBe(true);
});
