// Decrypts assertions: AES in GCM or CBC mode, with a key encrypted by RSA-OAEP. Every failure is the same error, so
// that it tells nothing about the padding.
import { type CipherGCMTypes, constants, createDecipheriv, type KeyObject, privateDecrypt } from 'node:crypto';
import type { XmlElement } from '@xmldom/xmldom/lib/dom-parser.js';
import * as names from './names.ts';
import { SamlError } from './saml-error.ts';
import {
  bytesOf,
  childElements,
  descendants,
  escapeXml,
  isNamed,
  onlyChild,
  parseXml,
  requiredChild,
  xmlText,
} from './xml.ts';

type Cipher = { gcm: CipherGCMTypes } | { cbc: string };
const ciphers: Record<string, Cipher> = {
  [`${names.encryption11}aes128-gcm`]: { gcm: 'aes-128-gcm' },
  [`${names.encryption11}aes192-gcm`]: { gcm: 'aes-192-gcm' },
  [`${names.encryption11}aes256-gcm`]: { gcm: 'aes-256-gcm' },
  [`${names.encryption}aes128-cbc`]: { cbc: 'aes-128-cbc' },
  [`${names.encryption}aes192-cbc`]: { cbc: 'aes-192-cbc' },
  [`${names.encryption}aes256-cbc`]: { cbc: 'aes-256-cbc' },
};
const digests: Record<string, string> = {
  '': 'sha1',
  [`${names.signature}sha1`]: 'sha1',
  [`${names.encryption}sha256`]: 'sha256',
  [`${names.encryption}sha512`]: 'sha512',
};
const masks: Record<string, string> = {
  '': 'sha1',
  [`${names.encryption11}mgf1sha1`]: 'sha1',
  [`${names.encryption11}mgf1sha256`]: 'sha256',
  [`${names.encryption11}mgf1sha512`]: 'sha512',
};
// One for each recipient; ours is among them.
const mostKeys = 4;

const algorithmOf = (element: XmlElement | undefined) => element?.getAttribute('Algorithm') ?? '';
const cipherBytes = (parent: XmlElement): Buffer => {
  const data = requiredChild(parent, names.encryption, 'CipherData', 'decryption_failed');
  return bytesOf(requiredChild(data, names.encryption, 'CipherValue', 'decryption_failed'), 'decryption_failed');
};

/** The digest of RSA-OAEP; Node uses one for both of its parts. */
const paddingDigest = (encryptedKey: XmlElement): string => {
  const method = requiredChild(encryptedKey, names.encryption, 'EncryptionMethod', 'decryption_failed');
  const hash = digests[algorithmOf(onlyChild(method, names.signature, 'DigestMethod'))];
  const maskHash = masks[algorithmOf(onlyChild(method, names.encryption11, 'MGF'))];
  const name = algorithmOf(method);
  const isOaep = [`${names.encryption}rsa-oaep-mgf1p`, `${names.encryption11}rsa-oaep`].includes(name);
  if (!isOaep || !hash || hash !== maskHash) throw new SamlError('encryption_algorithm', { received: name });
  return hash;
};

const decryptWith = (cipher: Cipher, key: Buffer, content: Buffer): Buffer => {
  if ('gcm' in cipher) {
    const decipher = createDecipheriv(cipher.gcm, key, content.subarray(0, 12), { authTagLength: 16 });
    decipher.setAuthTag(content.subarray(-16));
    return Buffer.concat([decipher.update(content.subarray(12, -16)), decipher.final()]);
  }
  const decipher = createDecipheriv(cipher.cbc, key, content.subarray(0, 16));
  // Only the last byte of the padding is defined.
  decipher.setAutoPadding(false);
  const padded = Buffer.concat([decipher.update(content.subarray(16)), decipher.final()]);
  const length = padded.at(-1) ?? 0;
  if (length < 1 || length > 16) throw new SamlError('decryption_failed');
  return padded.subarray(0, -length);
};

const attempt = (cipher: Cipher, content: Buffer, encryptedKey: XmlElement, keys: readonly KeyObject[]) => {
  const oaepHash = paddingDigest(encryptedKey);
  const wrapped = cipherBytes(encryptedKey);
  for (const key of keys) {
    try {
      const padding = constants.RSA_PKCS1_OAEP_PADDING;
      return decryptWith(cipher, privateDecrypt({ key, padding, oaepHash }, wrapped), content);
    } catch {}
  }
  return undefined;
};

/** Prefixes that the assertion may use without declaring them. */
const namespacesAround = (element: XmlElement): string => {
  const found = new Map<string, string>();
  for (let at: XmlElement | null = element; at; at = at.parentNode as XmlElement | null) {
    for (const { name, value } of Array.from(at.attributes ?? [])) {
      if (/^xmlns(:|$)/.test(name) && !found.has(name)) found.set(name, value);
    }
  }
  return [...found].map(([name, value]) => ` ${name}="${escapeXml(value)}"`).join('');
};

/** The assertion, in a document of its own. */
export const decryptAssertion = (encrypted: XmlElement, keys: readonly KeyObject[]): XmlElement => {
  if (keys.length === 0) throw new SamlError('encryption_key_missing');
  const data = requiredChild(encrypted, names.encryption, 'EncryptedData', 'decryption_failed');
  const method = algorithmOf(requiredChild(data, names.encryption, 'EncryptionMethod', 'decryption_failed'));
  const cipher = ciphers[method];
  if (!cipher) throw new SamlError('encryption_algorithm', { received: method });
  const content = cipherBytes(data);
  const encryptedKeys = descendants(encrypted).filter((one) => isNamed(one, names.encryption, 'EncryptedKey'));
  if (encryptedKeys.length > mostKeys) throw new SamlError('decryption_failed');
  for (const encryptedKey of encryptedKeys) {
    const plain = attempt(cipher, content, encryptedKey, keys);
    if (!plain) continue;
    const xml = `<decrypted${namespacesAround(encrypted)}>${xmlText(plain)}</decrypted>`;
    const [element, ...others] = childElements(parseXml(xml));
    if (!element || others.length > 0 || !isNamed(element, names.assertion, 'Assertion')) {
      throw new SamlError('decryption_failed');
    }
    return element;
  }
  throw new SamlError('decryption_failed');
};
