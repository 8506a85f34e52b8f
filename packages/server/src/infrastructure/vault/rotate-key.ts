// Replaces the data key while nodes serve. Every node can open with the new key before the first value is sealed with
// it, and with the old one until the last value is resealed.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { random } from '../../random.ts';
import { channel } from '../cache/invalidation.ts';
import { migrationLock } from '../database/migrate.ts';
import { adminTenant } from '../http/resolve-request.ts';
import { type DataKeys, openDataKeys, storeKeys } from './data-key.ts';
import { keysName } from './follow-keys.ts';
import { readKeyFile, replaceKeyFile } from './key-file.ts';
import { resealAll } from './reseal.ts';
import { createVault, keyLength } from './vault.ts';

const rotationLock = 7_364_526;
/** Nodes are notified within milliseconds; one that lost its connection needs a moment to reconnect. */
const settleMs = 3_000;

type RotationOptions = {
  client: pg.ClientBase;
  /** From SECRET_VAULT_KEK: the first wraps, all of them unwrap. */
  keks: Buffer[];
  /** The key file of an embedded database, unless SECRET_VAULT_KEK is set. */
  keyFile: string | undefined;
  say: (line: string) => void;
};

const withLock = async <T>(client: pg.ClientBase, lock: number, work: () => Promise<T>): Promise<T> => {
  await client.query(`select pg_advisory_lock(${lock})`);
  try {
    return await work();
  } finally {
    await client.query(`select pg_advisory_unlock(${lock})`);
  }
};

/** The file holds both keys until the data key is wrapped by the new one, so that a node can start at any time. */
const rotateKeyFile = async (client: pg.ClientBase, path: string): Promise<Buffer[]> => {
  const before = await readKeyFile(path);
  const keks = [random.bytes(keyLength), ...before];
  return withLock(client, migrationLock, async () => {
    await replaceKeyFile(path, keks);
    await openDataKeys(client, { keks, keyFile: path });
    await replaceKeyFile(path, keks.slice(0, 1));
    return keks.slice(0, 1);
  });
};

export const rotateKey = async ({ client, keks: given, keyFile, say }: RotationOptions): Promise<void> => {
  const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${rotationLock}) as taken`);
  if (!rows[0]?.taken) throw new Error('Another rotation of the key is under way: wait until it has ended.');
  const keks = given.length === 0 && keyFile ? await rotateKeyFile(client, keyFile) : given;
  if (keks !== given) say('Replaced the key file');

  const publish = async (keys: DataKeys) => {
    await withLock(client, migrationLock, () => storeKeys(client, keys, keks));
    await client.query('select pg_notify($1, $2)', [channel, `${adminTenant}/${keysName}`]);
    await sleep(settleMs);
  };
  /** Repeats until nothing is left: a node may have sealed with the old key a moment ago. */
  const resealUnder = async (keys: DataKeys) => {
    const vault = createVault(...keys);
    let total = 0;
    for (let count = 1; count > 0; total += count) count = await resealAll(client, vault);
    say(`Sealed ${total} values again`);
    await publish([keys[0]]);
  };

  const known = await withLock(client, migrationLock, () => openDataKeys(client, { keks, keyFile }));
  if (known.length > 1) {
    say('An earlier rotation was interrupted; ending it first');
    await publish(known);
    await resealUnder(known);
  }
  const fresh = random.bytes(keyLength);
  await publish([known[0], fresh]);
  await publish([fresh, known[0]]);
  await resealUnder([fresh, known[0]]);
};
