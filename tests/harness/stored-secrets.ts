// Secrets as stored in the database, for tests that read or change rows.
import { hash } from 'node:crypto';
import { sealedColumns } from '@tessera/server/infrastructure/vault/sealed-columns';
import { openValue } from '@tessera/server/infrastructure/vault/sealed-values';
import { createVault, decrypt, type Vault } from '@tessera/server/infrastructure/vault/vault';
import { vaultKey } from './process.ts';
import type { TestServer } from './test-server.ts';

/** The stored digest of a presented value: a token, a code, a session ID. */
export const digestOf = (value = ''): string => hash('sha256', value, 'hex');

type Queried = Pick<TestServer, 'query'>;

/** The vault of a server started with the default key, or with none. */
export const vaultOf = async ({ query }: Queried): Promise<Vault> => {
  const [row] = await query<{ key: Buffer; is_wrapped: boolean }>('select key, is_wrapped from vault_keys');
  if (!row) throw new Error('there is no data key');
  return createVault(row.is_wrapped ? decrypt(Buffer.from(vaultKey, 'base64'), row.key, 'data key') : row.key);
};

/** The decrypted value of a column named `table.column`. */
export const openColumn = <T>(vault: Vault, tenantId: string, name: string, value: T): T => {
  const column = sealedColumns.find((one) => `${one.table}.${one.column}` === name);
  return column ? (openValue(vault, tenantId, column, value) as T) : value;
};

export const openedSecret = async <T>(
  server: Queried,
  column: string,
  value: unknown,
  tenantId = 'default',
): Promise<T> => openColumn(await vaultOf(server), tenantId, column, value) as T;
