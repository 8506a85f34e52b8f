// Whether an enterprise SSO connector is usable: known type, configured, and with an email domain.
import type { SsoProvider } from '@tessera/connectors/sso/sso-provider';
import { ssoProvider } from '@tessera/connectors/sso/sso-providers';
import type { JsonObject } from '@tessera/contract/fields';
import type { Selectable } from 'kysely';
import type { SsoConnectorsTable } from '../../infrastructure/database/tables.gen.ts';
import { readConfig } from '../connectors/config.ts';

export type SsoConnectorRow = Selectable<SsoConnectorsTable>;
export type UsableSsoConnector = { row: Omit<SsoConnectorRow, 'config'>; config: JsonObject; provider: SsoProvider };
/** With the digest of the stored configuration. */
export type SsoConnectorInUse = UsableSsoConnector & { configDigest: string };

export const usable = (row: SsoConnectorRow): UsableSsoConnector | undefined => {
  const provider = ssoProvider(row.providerName);
  const config = provider && readConfig(provider, row.config);
  return config && { row, config, provider };
};

export const isConfigured = (row: SsoConnectorRow): boolean => usable(row) !== undefined;
