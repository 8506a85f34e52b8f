// Signing keys of a webhook: after a rotation, the previous key signs too until it expires.
import { createHmac } from 'node:crypto';
import type { Wire } from '@tessera/contract/wire';

export type SigningKeys = { signingKey: string; previous?: { key: string; expiresAt: number } };

export const previousKeyOf = (row: {
  previousSigningKey: string | null;
  previousKeyExpiresAt: number | null;
}): Pick<SigningKeys, 'previous'> =>
  row.previousSigningKey && row.previousKeyExpiresAt !== null
    ? { previous: { key: row.previousSigningKey, expiresAt: row.previousKeyExpiresAt } }
    : {};

const hmac = (key: string, body: string) => createHmac('sha256', key).update(body).digest('hex');

export const signatureHeaders = (wire: Wire, { signingKey, previous }: SigningKeys, body: string, now: number) => ({
  [wire.signatureHeader]: hmac(signingKey, body),
  ...(previous && previous.expiresAt > now && { [wire.previousSignatureHeader]: hmac(previous.key, body) }),
});
