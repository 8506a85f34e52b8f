// Whether an enterprise SSO connector is usable: known type, configured, and with an email domain.
import type { SsoProvider } from '@tessera/connectors/sso/sso-provider';
import { ssoProvider } from '@tessera/connectors/sso/sso-providers';
import type { JsonObject } from '@tessera/contract/fields';
import type { Selectable } from 'kysely';
import type { SsoConnectorsTable } from '../../infrastructure/database/tables.gen.ts';
import { readConfig } from '../connectors/config.ts';
import { configDigest } from '../connectors/config-digest.ts';

export type SsoConnectorRow = Selectable<SsoConnectorsTable>;
export type SsoConnectorInUse = {
  row: Omit<SsoConnectorRow, 'config'>;
  config: JsonObject;
  /** Of the stored configuration. */
  configDigest: string;
  provider: SsoProvider;
};

export const inUse = (row: SsoConnectorRow): SsoConnectorInUse | undefined => {
  const provider = ssoProvider(row.providerName);
  const config = provider && readConfig(provider, row.config);
  return config && { row, config, provider, configDigest: configDigest(row.config) };
};

export const isConfigured = (row: SsoConnectorRow): boolean => inUse(row) !== undefined;
