// The installation's data key: stored in the database, wrapped by the operator's key (SECRET_VAULT_KEK). Rotating the
// operator's key only rewraps the data key. During a rotation of the data key there are two in the same column. If it
// cannot be unwrapped, the start fails: a new key would make everything sealed with the old one unreadable.
import type pg from 'pg';
import { random } from '../../random.ts';
import { decrypt, encrypt, keyLength, sealingOverhead } from './vault.ts';

type Stored = { key: Buffer; is_wrapped: boolean };
export type DataKeys = [Buffer, ...Buffer[]];

const context = 'data key';
const wrappedLength = keyLength + sealingOverhead;

const unwrap = (kek: Buffer, key: Buffer): Buffer | undefined => {
  try {
    return decrypt(kek, key, context);
  } catch {
    return undefined;
  }
};

const split = ({ key, is_wrapped }: Stored): Buffer[] => {
  const length = is_wrapped ? wrappedLength : keyLength;
  return Array.from({ length: key.length / length }, (_, index) => key.subarray(index * length, (index + 1) * length));
};

/** Everything is wrapped by one key; `undefined` if it is none of these. */
const openStored = (stored: Stored, keks: readonly Buffer[]) => {
  const parts = split(stored);
  if (!stored.is_wrapped) return { keys: parts as DataKeys, kek: undefined };
  for (const kek of keks) {
    const keys = parts.map((part) => unwrap(kek, part)).filter((key) => key !== undefined);
    if (keys.length > 0 && keys.length === parts.length) return { keys: keys as DataKeys, kek };
  }
  return undefined;
};

export const selectKeys = 'select key, is_wrapped from vault_keys';

/** `undefined` if none of the operator's keys fits. */
export const keysOf = (stored: Stored, keks: readonly Buffer[]): DataKeys | undefined => openStored(stored, keks)?.keys;

/** The caller holds the migration lock. The first of the operator's keys wraps. */
export const storeKeys = (client: pg.ClientBase, keys: DataKeys, [kek]: readonly Buffer[]) =>
  client.query('update vault_keys set key = $1, is_wrapped = $2', [
    Buffer.concat(keys.map((key) => (kek ? encrypt(kek, key, context) : key))),
    kek !== undefined,
  ]);

const isAnythingSealed = async (client: pg.ClientBase): Promise<boolean> => {
  await client.query(`select set_config('tessera.tenant', 'admin', false)`);
  const { rows } = await client.query(`select from tenant_configs where value ? '$sealed' limit 1`);
  return rows.length > 0;
};

const create = async (client: pg.ClientBase, [kek]: Buffer[]): Promise<DataKeys> => {
  if (await isAnythingSealed(client)) {
    throw new Error('The data key is missing from the table vault_keys: restore the table from a backup.');
  }
  const dataKey = random.bytes(keyLength);
  await client.query('insert into vault_keys (key, is_wrapped) values ($1, $2)', [
    kek ? encrypt(kek, dataKey, context) : dataKey,
    kek !== undefined,
  ]);
  return [dataKey];
};

const cannotUnwrap = (keks: Buffer[], keyFile: string | undefined) => {
  if (keks.length > 0)
    return 'SECRET_VAULT_KEK does not fit the secrets in the database: set the key they were sealed with.';
  const missing = keyFile ? `${keyFile} is missing` : 'SECRET_VAULT_KEK is not set';
  return `${missing}, and without it the secrets in the database cannot be read: bring back the key they were sealed with.`;
};

export type KeyOptions = {
  /** The first wraps, all of them unwrap. */
  keks: Buffer[];
  /** For the message when there is no key. */
  keyFile?: string | undefined;
};

/** The caller holds the migration lock, so that several nodes agree on one key. */
export const openDataKeys = async (client: pg.ClientBase, { keks, keyFile }: KeyOptions): Promise<DataKeys> => {
  const { rows } = await client.query<Stored>(selectKeys);
  const [stored] = rows;
  if (!stored) return create(client, keks);
  const opened = openStored(stored, keks);
  if (!opened) throw new Error(cannotUnwrap(keks, keyFile));
  const [first] = keks;
  if (first && opened.kek !== first) await storeKeys(client, opened.keys, keks);
  return opened.keys;
};
