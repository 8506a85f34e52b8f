// Encryption of what is kept for others. Each secret has a key of its own, and that key is wrapped by the one key of the
// installation, which is in its environment and nowhere else. What was sealed for one tenant opens for no other.
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { random } from '../random.ts';

/** In base 64, so that it can be carried along as JSON. */
export type Sealed = { encryptedDek: string; iv: string; authTag: string; ciphertext: string };
export type Vault = ReturnType<typeof createVault>;

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

type Encrypted = { iv: Buffer; ciphertext: Buffer; authTag: Buffer };

const encrypt = (key: Buffer, plain: Buffer, tenantId: string): Encrypted => {
  const iv = random.bytes(ivLength);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(tenantId));
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return { iv, ciphertext, authTag: cipher.getAuthTag() };
};

const decrypt = (key: Buffer, { iv, ciphertext, authTag }: Encrypted, tenantId: string): Buffer => {
  const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagLength })
    .setAAD(Buffer.from(tenantId))
    .setAuthTag(authTag);
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
};

const wrap = (kek: Buffer, dek: Buffer, tenantId: string): Buffer => {
  const { iv, authTag, ciphertext } = encrypt(kek, dek, tenantId);
  return Buffer.concat([iv, authTag, ciphertext]);
};

const unwrap = (kek: Buffer, wrapped: Buffer, tenantId: string): Buffer => {
  const [iv, rest] = [wrapped.subarray(0, ivLength), wrapped.subarray(ivLength)];
  return decrypt(kek, { iv, authTag: rest.subarray(0, tagLength), ciphertext: rest.subarray(tagLength) }, tenantId);
};

export const createVault = (kek: Buffer) => ({
  seal: (tenantId: string, text: string): Sealed => {
    const dek = random.bytes(32);
    const { iv, authTag, ciphertext } = encrypt(dek, Buffer.from(text), tenantId);
    return {
      encryptedDek: wrap(kek, dek, tenantId).toString('base64'),
      iv: iv.toString('base64'),
      authTag: authTag.toString('base64'),
      ciphertext: ciphertext.toString('base64'),
    };
  },
  /** `undefined`: another key, another tenant, or not what was sealed. */
  open: (tenantId: string, { encryptedDek, ...sealed }: Encrypted & { encryptedDek: Buffer }): string | undefined => {
    try {
      return decrypt(unwrap(kek, encryptedDek, tenantId), sealed, tenantId).toString();
    } catch {
      return undefined;
    }
  },
});
