// Signed requests to Alipay: https://opendocs.alipay.com/common/02mse3
import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { satisfies } from '@tessera/contract/field-issues';
import * as z from 'zod/mini';

export type AlipayParameters = Record<string, string | undefined>;

/** Alipay's key tool writes keys in base 64 without the PEM lines, as PKCS 8 or PKCS 1. */
const forms = [
  (key: string) => createPrivateKey(key),
  (key: string) => createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' }),
  (key: string) => createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs1' }),
];

export const readPrivateKey = (text: string): KeyObject | undefined => {
  for (const form of forms) {
    try {
      const key = form(text);
      if (key.asymmetricKeyType === 'rsa') return key;
    } catch {
      // The next form may fit.
    }
  }
  return undefined;
};

export const privateKey = z.string().check(satisfies((text) => readPrivateKey(text) !== undefined, 'rsa_private_key'));

/** Sorted by name, without empty values. */
export const contentToSign = (parameters: AlipayParameters): string =>
  Object.entries(parameters)
    .filter(([name, value]) => name !== 'sign' && value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

export const signed = (
  parameters: AlipayParameters,
  key: string,
  signType: 'RSA' | 'RSA2',
): AlipayParameters & { sign: string } => {
  const all = { ...parameters, sign_type: signType };
  const algorithm = signType === 'RSA2' ? 'RSA-SHA256' : 'RSA-SHA1';
  const made = sign(algorithm, Buffer.from(contentToSign(all)), readPrivateKey(key) ?? key);
  return { ...all, sign: made.toString('base64') };
};

/** Alipay expects the time in China, independent of the server's time zone. */
export const chinaTime = (now: number): string =>
  new Date(now + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
