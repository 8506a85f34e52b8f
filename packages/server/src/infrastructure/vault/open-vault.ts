// Opens the vault at startup under the migration lock, and seals plaintext values of earlier versions.
import type pg from 'pg';
import { openDataKeys } from './data-key.ts';
import { createKeyFile, readKeyFile } from './key-file.ts';
import { sealExisting } from './seal-existing.ts';
import { sealTokenSets } from './seal-token-sets.ts';
import { createVault, type Vault } from './vault.ts';

export type VaultOptions = {
  /** From SECRET_VAULT_KEK: the first wraps, all of them unwrap. */
  keks: Buffer[];
  /** The key file of an embedded database. */
  keyFile?: string | undefined;
  say: (line: string) => void;
};

const isWrapped = async (client: pg.ClientBase): Promise<boolean> => {
  const { rows } = await client.query('select from vault_keys where is_wrapped');
  return rows.length > 0;
};

/** A key file is only created while nothing depends on a missing one. */
const keksFor = async (client: pg.ClientBase, { keks, keyFile }: VaultOptions): Promise<Buffer[]> => {
  if (!keyFile) return keks;
  const known = await readKeyFile(keyFile);
  if (known.length > 0) return [...keks, ...known];
  if (keks.length > 0 || (await isWrapped(client))) return keks;
  return [await createKeyFile(keyFile)];
};

export const openVault = async (client: pg.ClientBase, options: VaultOptions): Promise<Vault> => {
  const keks = await keksFor(client, options);
  const vault = createVault(...(await openDataKeys(client, { keks, keyFile: options.keyFile })));
  if (keks.length === 0) {
    options.say(
      'SECRET_VAULT_KEK is not set: secrets are encrypted with a key that is in the same database. Set it to the output of `openssl rand -base64 32`, so that a copy of the database is not enough to read them.',
    );
  }
  await sealExisting(client, vault, options.say);
  await sealTokenSets(client, vault, keks, options.say);
  return vault;
};
