// Encrypts assertions: AES-256-CBC, with a key that RSA-OAEP encrypts for the service provider. Every reader knows these;
// the signature of the response covers the result, so that it can't be changed to learn about its content.
import { constants, createCipheriv, type KeyObject, publicEncrypt } from 'node:crypto';
import * as names from './names.ts';

const cipherData = (bytes: Buffer) =>
  `<xenc:CipherData><xenc:CipherValue>${bytes.toString('base64')}</xenc:CipherValue></xenc:CipherData>`;

export type Recipient = { publicKey: KeyObject; newBytes: (length: number) => Buffer };

export const encryptAssertion = (assertion: string, { publicKey, newBytes }: Recipient): string => {
  const [key, iv] = [newBytes(32), newBytes(16)];
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  const content = Buffer.concat([iv, cipher.update(assertion), cipher.final()]);
  const wrapped = publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' }, key);
  const encryptedKey = `<xenc:EncryptedKey><xenc:EncryptionMethod Algorithm="${names.encryption}rsa-oaep-mgf1p"></xenc:EncryptionMethod>${cipherData(wrapped)}</xenc:EncryptedKey>`;
  return `<saml:EncryptedAssertion xmlns:saml="${names.assertion}"><xenc:EncryptedData xmlns:xenc="${names.encryption}" Type="${names.encryption}Element"><xenc:EncryptionMethod Algorithm="${names.encryption}aes256-cbc"></xenc:EncryptionMethod><ds:KeyInfo xmlns:ds="${names.signature}">${encryptedKey}</ds:KeyInfo>${cipherData(content)}</xenc:EncryptedData></saml:EncryptedAssertion>`;
};
