// Test certificates, generated so that no key is in the repository.
import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { alternativeName, isAuthority, writeCertificate } from '@tessera/connectors/certificate';

type KeyType = 'ec' | 'rsa';
const validity = { validFrom: new Date('2025-01-01T00:00:00Z'), validUntil: new Date('2049-12-31T23:59:59Z') };
const facts = () => ({ serialNumber: randomBytes(8), ...validity });

const newKeys = (type: KeyType = 'ec') =>
  type === 'ec'
    ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
    : generateKeyPairSync('rsa', { modulusLength: 2048 });
const pemOf = (key: KeyObject) => String(key.export({ type: 'pkcs8', format: 'pem' }));

export function selfSigned(hostname: string, type: KeyType = 'ec'): { key: string; cert: string } {
  const { privateKey, publicKey } = newKeys(type);
  const names = { subject: hostname, issuer: hostname, extension: alternativeName(hostname), ...facts() };
  return { key: pemOf(privateKey), cert: writeCertificate(names, publicKey, privateKey) };
}

/** An authority, and the certificates it issues. */
export function newAuthority(): { cert: string; issue: (hostname: string) => { key: string; cert: string } } {
  const issuer = 'Test authority';
  const authority = newKeys();
  return {
    cert: writeCertificate(
      { subject: issuer, issuer, extension: isAuthority, ...facts() },
      authority.publicKey,
      authority.privateKey,
    ),
    issue: (hostname) => {
      const { privateKey, publicKey } = newKeys();
      const names = { subject: hostname, issuer, extension: alternativeName(hostname), ...facts() };
      return { key: pemOf(privateKey), cert: writeCertificate(names, publicKey, authority.privateKey) };
    },
  };
}
