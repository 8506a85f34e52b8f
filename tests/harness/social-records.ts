// Verified records of social connectors in the account API, as if the user had returned from the provider.
import { randomBytes } from 'node:crypto';
import { configDigest } from '@tessera/server/authentication/connectors/config-digest';
import { openedSecret } from './stored-secrets.ts';
import type { TestServer } from './test-server.ts';

type Proved = { connectorId: string; target: string; user: { id: string; email?: string }; tokens?: object };

export const addSocialRecord = async (
  server: TestServer,
  userId: string,
  { connectorId, ...proved }: Proved,
  tenantId = 'default',
): Promise<string> => {
  const id = randomBytes(10).toString('hex');
  const [connector] = await server.query<{ config: unknown }>(
    'select config from connectors where tenant_id = $1 and id = $2',
    [tenantId, connectorId],
  );
  const config = await openedSecret(server, 'connectors.config', connector?.config, tenantId);
  const data = { verified: true, connectorId, configDigest: configDigest(config), ...proved };
  await server.query(
    `insert into verification_records (tenant_id, id, user_id, type, data, expires_at)
     values ($1, $2, $3, 'Social', $4, now() + interval '10 minutes')`,
    [tenantId, id, userId, JSON.stringify(data)],
  );
  return id;
};
