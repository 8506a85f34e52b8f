// Authenticated encryption of secrets that must be read back. A sealed value is bound to its tenant and its table and
// column: it cannot be opened anywhere else.
import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import { random } from '../../random.ts';

export type Vault = ReturnType<typeof createVault>;
/** Where a sealed value belongs: the tenant, and the column as `table.column`. */
export type Owner = { tenantId: string; column: string };

export class VaultError extends Error {}

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;
export const keyLength = 32;
/** How much longer a sealed value is. */
export const sealingOverhead = ivLength + tagLength;

export const encrypt = (key: Buffer | KeyObject, plain: Buffer, context: string): Buffer => {
  const iv = random.bytes(ivLength);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
};

/** Throws if the key or context differs, or the value was modified. */
export const decrypt = (key: Buffer | KeyObject, sealed: Buffer, context: string): Buffer => {
  const [iv, tag] = [sealed.subarray(0, ivLength), sealed.subarray(ivLength, ivLength + tagLength)];
  const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagLength })
    .setAAD(Buffer.from(context))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()]);
};

const contextOf = ({ tenantId, column }: Owner) => `${tenantId}/${column}`;

type Keys = [Buffer, ...Buffer[]];
// Node prepares a raw key for every use, which takes longer than the encryption of a small value.
const prepared = ([first, ...others]: Keys): [KeyObject, ...KeyObject[]] => [
  createSecretKey(first),
  ...others.map((key) => createSecretKey(key)),
];

/** The first key seals, all of them open: during a rotation of the data key there are two. */
export const createVault = (...given: Keys) => {
  const ring = { keys: prepared(given) };
  const sealBytes = (owner: Owner, plain: Buffer): Buffer => encrypt(ring.keys[0], plain, contextOf(owner));
  const openWith = (key: KeyObject, owner: Owner, sealed: Buffer): Buffer | undefined => {
    try {
      return decrypt(key, sealed, contextOf(owner));
    } catch {
      return undefined;
    }
  };
  const openBytes = (owner: Owner, sealed: Buffer): Buffer => {
    for (const key of ring.keys) {
      const plain = openWith(key, owner, sealed);
      if (plain) return plain;
    }
    throw new VaultError(`a value of ${owner.column} of tenant ${owner.tenantId} cannot be decrypted`);
  };
  return {
    sealBytes,
    openBytes,
    seal: (owner: Owner, text: string): string => sealBytes(owner, Buffer.from(text)).toString('base64url'),
    open: (owner: Owner, sealed: string): string => openBytes(owner, Buffer.from(sealed, 'base64url')).toString(),
    /** The value under the first key; `undefined` if it already is. */
    resealBytes: (owner: Owner, sealed: Buffer): Buffer | undefined =>
      openWith(ring.keys[0], owner, sealed) ? undefined : sealBytes(owner, openBytes(owner, sealed)),
    useKeys: (keys: Keys) => {
      ring.keys = prepared(keys);
    },
  };
};
