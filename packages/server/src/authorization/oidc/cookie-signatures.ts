// Signatures of the provider's cookies: the newest key signs, all keys verify. Keygrip's verification costs twenty times
// as much (decision 57).
import { createHmac } from 'node:crypto';
import { sameSecret } from '../../random.ts';

const signWith = (data: string, key: string) => createHmac('sha256', key).update(data).digest('base64url');

export const cookieSignatures = ([newest = '', ...older]: string[]) => {
  const keys = [newest, ...older];
  const index = (data: string, digest: string) => keys.findIndex((key) => sameSecret(signWith(data, key), digest));
  return {
    sign: (data: string) => signWith(data, newest),
    /** The index of the key; cookies signed with an older key are signed again. */
    index,
    verify: (data: string, digest: string) => index(data, digest) > -1,
  };
};
