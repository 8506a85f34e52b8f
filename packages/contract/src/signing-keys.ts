// A tenant's keys: private keys sign tokens, cookie keys session cookies. Key material never leaves the server.
import * as z from 'zod/mini';
import { timestamp } from './fields.ts';
import { del, get, patch, post, resource } from './kit.ts';

export const signingKeyAlgorithms = ['RSA', 'EC'] as const;
export const signingKeyAlgorithm = z.enum(signingKeyAlgorithms);
export type SigningKeyAlgorithm = z.output<typeof signingKeyAlgorithm>;

const cookieKey = z.object({ id: z.string(), createdAt: timestamp });
const privateKey = z.extend(cookieKey, { signingKeyAlgorithm });

const rotation = z.object({ signingKeyAlgorithm: z.optional(signingKeyAlgorithm) });

/** Days between scheduled rotations. */
export const rotationDays = { min: 1, max: 365 } as const;
const everyDays = z.nullable(z.int().check(z.minimum(rotationDays.min), z.maximum(rotationDays.max)));

const rotationSchedule = z.object({
  everyDays,
  nextRotationAt: z.nullable(timestamp),
  /** Published in JWKS already; signs from the next rotation on. */
  nextKey: z.nullable(privateKey),
});
export type RotationSchedule = z.output<typeof rotationSchedule>;

export const signingKeys = resource('signing-keys', 'management', {
  listPrivate: get('/configs/oidc/private-keys', { response: z.array(privateKey) }),
  rotatePrivate: post('/configs/oidc/private-keys/rotate', {
    body: rotation,
    response: z.array(privateKey),
    limits: ['keys'],
    change: 'signing-key.rotated',
  }),
  removePrivate: del('/configs/oidc/private-keys/:keyId', { change: 'signing-key.deleted' }),
  getRotation: get('/configs/oidc/private-keys/rotation', { response: rotationSchedule }),
  updateRotation: patch('/configs/oidc/private-keys/rotation', {
    body: z.object({ everyDays }),
    response: rotationSchedule,
    limits: ['keys'],
    change: 'signing-key.rotation-scheduled',
  }),
  listCookie: get('/configs/oidc/cookie-keys', { response: z.array(cookieKey) }),
  rotateCookie: post('/configs/oidc/cookie-keys/rotate', {
    body: rotation,
    response: z.array(cookieKey),
    change: 'cookie-key.rotated',
  }),
  removeCookie: del('/configs/oidc/cookie-keys/:keyId', { change: 'cookie-key.deleted' }),
});
