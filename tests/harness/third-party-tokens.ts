// Tokens of third parties as the product keeps them, for tests that need some and no third party.
import { randomBytes } from 'node:crypto';
import { createVault } from '@tessera/server/secrets/vault';
import type { TestServer } from './test-server.ts';

/** What the server has to be started with to read them. */
export const vaultKey = Buffer.alloc(32, 7).toString('base64');

export const sealedTokens = (accessToken: string) => ({
  ...createVault(Buffer.from(vaultKey, 'base64')).seal('default', JSON.stringify({ accessToken })),
  metadata: { hasRefreshToken: false },
});

/** For somebody who is known at the target already. */
export const addSecret = async (
  { query }: TestServer,
  owner: { userId: string; target: string; connectorId: string },
): Promise<string> => {
  const id = randomBytes(10).toString('hex');
  const { encryptedDek, iv, authTag, ciphertext, metadata } = sealedTokens('kept');
  const bytes = [encryptedDek, iv, authTag, ciphertext].map((text) => Buffer.from(text, 'base64'));
  await query(
    `insert into secrets (tenant_id, id, user_id, target, connector_id, identity_id, metadata,
       encrypted_dek, iv, auth_tag, ciphertext)
     values ('default', $1, $2, $3, $4, 'known', $5, $6, $7, $8, $9)`,
    [id, owner.userId, owner.target, owner.connectorId, JSON.stringify(metadata), ...bytes],
  );
  return id;
};
