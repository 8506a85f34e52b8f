// Keys of a tenant: private keys sign its tokens, cookie keys its session cookies. What a key is made of never leaves
// the server.
import * as z from 'zod/mini';
import { timestamp } from './fields.ts';
import { del, get, post, resource } from './kit.ts';

export const signingKeyAlgorithms = ['RSA', 'EC'] as const;
export const signingKeyAlgorithm = z.enum(signingKeyAlgorithms);
export type SigningKeyAlgorithm = z.output<typeof signingKeyAlgorithm>;

const cookieKey = z.object({ id: z.string(), createdAt: timestamp });
const privateKey = z.extend(cookieKey, { signingKeyAlgorithm });

const rotation = z.object({ signingKeyAlgorithm: z.optional(signingKeyAlgorithm) });

export const signingKeys = resource('signing-keys', 'management', {
  listPrivate: get('/configs/oidc/private-keys', { response: z.array(privateKey) }),
  rotatePrivate: post('/configs/oidc/private-keys/rotate', {
    body: rotation,
    response: z.array(privateKey),
    change: 'signing-key.rotated',
  }),
  removePrivate: del('/configs/oidc/private-keys/:keyId', { change: 'signing-key.deleted' }),
  listCookie: get('/configs/oidc/cookie-keys', { response: z.array(cookieKey) }),
  rotateCookie: post('/configs/oidc/cookie-keys/rotate', {
    body: rotation,
    response: z.array(cookieKey),
    change: 'cookie-key.rotated',
  }),
  removeCookie: del('/configs/oidc/cookie-keys/:keyId', { change: 'cookie-key.deleted' }),
});
