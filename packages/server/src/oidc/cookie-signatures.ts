// Signatures of the provider's cookies: the newest key signs, each key verifies. The framework brings its own, which
// compares by hashing twice more; every page of a sign-in carries several cookies.
import { createHmac } from 'node:crypto';
import { sameSecret } from '../random.ts';

const signature = (data: string, key: string) => createHmac('sha256', key).update(data).digest('base64url');

export const cookieSignatures = ([newest = '', ...older]: string[]) => {
  const keys = [newest, ...older];
  const index = (data: string, digest: string) => keys.findIndex((key) => sameSecret(signature(data, key), digest));
  return {
    sign: (data: string) => signature(data, newest),
    /** Which key it was; a cookie that was signed with an older one is signed anew. */
    index,
    verify: (data: string, digest: string) => index(data, digest) > -1,
  };
};
