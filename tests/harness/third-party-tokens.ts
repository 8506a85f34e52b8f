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

type Owner = { userId: string } & (
  | { target: string; connectorId: string }
  | { issuer: string; ssoConnectorId: string }
);

/** For a user with a known identity at the target or company. */
export const addSecret = async (server: TestServer, owner: Owner): Promise<string> => {
  const id = randomBytes(10).toString('hex');
  const { sealed, metadata } = await sealedTokens(server, 'kept');
  const [columns, place] =
    'target' in owner
      ? ['target, connector_id', [owner.target, owner.connectorId]]
      : ['issuer, sso_connector_id', [owner.issuer, owner.ssoConnectorId]];
  await server.query(
    `insert into secrets (tenant_id, id, user_id, ${columns}, identity_id, metadata, token_set)
     values ('default', $1, $2, $3, $4, 'known', $5, $6)`,
    [id, owner.userId, ...place, JSON.stringify(metadata), sealed],
  );
  return id;
};
