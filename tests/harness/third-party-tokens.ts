// Stored third-party tokens, for tests without a third party.
import { randomBytes } from 'node:crypto';
import { vaultOf } from './stored-secrets.ts';
import type { TestServer } from './test-server.ts';

export const sealedTokens = async (server: TestServer, accessToken: string) => ({
  sealed: (await vaultOf(server)).seal(
    { tenantId: 'default', column: 'secrets.token_set' },
    JSON.stringify({ accessToken }),
  ),
  metadata: { hasRefreshToken: false },
});

/** For a user with a known identity at the target. */
export const addSecret = async (
  server: TestServer,
  owner: { userId: string; target: string; connectorId: string },
): Promise<string> => {
  const id = randomBytes(10).toString('hex');
  const { sealed, metadata } = await sealedTokens(server, 'kept');
  await server.query(
    `insert into secrets (tenant_id, id, user_id, target, connector_id, identity_id, metadata, token_set)
     values ('default', $1, $2, $3, $4, 'known', $5, $6)`,
    [id, owner.userId, owner.target, owner.connectorId, JSON.stringify(metadata), sealed],
  );
  return id;
};
