// Enterprise SSO connectors, inserted directly into the database.
import { randomBytes } from 'node:crypto';
import { peerClient } from './oauth-peer.ts';
import type { TestServer } from './test-server.ts';

type New = {
  issuer: string;
  domains: string[];
  name?: string;
  syncProfile?: boolean;
  keepsTokens?: boolean;
  config?: object;
  provider?: string;
};

export const newSsoConnector = async (server: TestServer, company: New): Promise<string> => {
  const id = randomBytes(6).toString('hex');
  await server.query(
    `insert into sso_connectors (tenant_id, id, provider_name, connector_name, config, domains, sync_profile, enable_token_storage, branding)
     values ('default', $1, $8, $2, $3, $4, $5, $6, $7)`,
    [
      id,
      company.name ?? id,
      JSON.stringify(company.config ?? { issuer: company.issuer, ...peerClient }),
      JSON.stringify(company.domains),
      company.syncProfile ?? false,
      company.keepsTokens ?? false,
      JSON.stringify(company.name ? { displayName: company.name } : {}),
      company.provider ?? 'OIDC',
    ],
  );
  // The server's own change notification.
  await server.query(`select pg_notify('tessera_changes', 'default/ssoConnectors')`);
  return id;
};

export const removeSsoConnector = async (server: TestServer, id: string) => {
  await server.query(`delete from sso_connectors where tenant_id = 'default' and id = $1`, [id]);
  await server.query(`select pg_notify('tessera_changes', 'default/ssoConnectors')`);
};
