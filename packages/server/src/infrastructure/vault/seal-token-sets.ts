// Seals third-party token sets that earlier versions sealed with a key per row, wrapped by SECRET_VAULT_KEK itself.
import type pg from 'pg';
import { forEachTenant } from './seal-existing.ts';
import { decrypt, type Vault } from './vault.ts';

/** The sealed text is carried along before it is stored, so this column is not sealed automatically. */
export const tokenSetColumn = 'secrets.token_set';

type Row = { id: string; encrypted_dek: Buffer; iv: Buffer; auth_tag: Buffer; ciphertext: Buffer };

const open = (row: Row, keks: Buffer[], tenantId: string): string | undefined => {
  for (const kek of keks) {
    try {
      const dek = decrypt(kek, row.encrypted_dek, tenantId);
      return decrypt(dek, Buffer.concat([row.iv, row.auth_tag, row.ciphertext]), tenantId).toString();
    } catch {
      // Another key may fit.
    }
  }
  return undefined;
};

export const sealTokenSets = async (
  client: pg.ClientBase,
  vault: Vault,
  keks: Buffer[],
  say: (line: string) => void,
): Promise<void> => {
  let unreadable = 0;
  await forEachTenant(client, async (tenantId) => {
    const { rows } = await client.query<Row>(
      'select id, encrypted_dek, iv, auth_tag, ciphertext from secrets where token_set is null',
    );
    for (const row of rows) {
      const text = open(row, keks, tenantId);
      if (text === undefined) {
        unreadable += 1;
        continue;
      }
      await client.query(
        `update secrets set token_set = $2, encrypted_dek = null, iv = null, auth_tag = null, ciphertext = null
         where id = $1 and token_set is null`,
        [row.id, vault.seal({ tenantId, column: tokenSetColumn }, text)],
      );
    }
  });
  if (unreadable > 0) {
    say(
      `${unreadable} token sets of third parties were sealed with another SECRET_VAULT_KEK: add that key to the setting, after a comma, and start again to keep them.`,
    );
  }
};
