// Accepted algorithms of XML signatures. SHA-1 has to be allowed explicitly; HMAC and DSA are never accepted.
import { constants, type KeyObject, verify } from 'node:crypto';
import * as names from './names.ts';

const more = 'http://www.w3.org/2001/04/xmldsig-more#';
type Algorithm = { hash: string; key: 'rsa' | 'ec'; isPss?: boolean };

const signatures: Record<string, Algorithm> = {
  [`${more}rsa-sha256`]: { hash: 'sha256', key: 'rsa' },
  [`${more}rsa-sha384`]: { hash: 'sha384', key: 'rsa' },
  [`${more}rsa-sha512`]: { hash: 'sha512', key: 'rsa' },
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1': { hash: 'sha256', key: 'rsa', isPss: true },
  [`${more}ecdsa-sha256`]: { hash: 'sha256', key: 'ec' },
  [`${more}ecdsa-sha384`]: { hash: 'sha384', key: 'ec' },
  [`${more}ecdsa-sha512`]: { hash: 'sha512', key: 'ec' },
};
const digests: Record<string, string> = {
  [`${names.encryption}sha256`]: 'sha256',
  [`${more}sha384`]: 'sha384',
  [`${names.encryption}sha512`]: 'sha512',
};

export const signatureAlgorithm = (name: string, allowSha1: boolean): Algorithm | undefined => {
  if (allowSha1 && name === `${names.signature}rsa-sha1`) return { hash: 'sha1', key: 'rsa' };
  return Object.hasOwn(signatures, name) ? signatures[name] : undefined;
};

export const digestAlgorithm = (name: string, allowSha1: boolean): string | undefined => {
  if (allowSha1 && name === `${names.signature}sha1`) return 'sha1';
  return Object.hasOwn(digests, name) ? digests[name] : undefined;
};

export const isSignedBy = (key: KeyObject, algorithm: Algorithm, content: string, value: Buffer): boolean => {
  if (key.asymmetricKeyType !== algorithm.key) return false;
  const padding = algorithm.isPss ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 } : {};
  const options = algorithm.key === 'ec' ? { key, dsaEncoding: 'ieee-p1363' as const } : { key, ...padding };
  return verify(algorithm.hash, Buffer.from(content), options, value);
};
