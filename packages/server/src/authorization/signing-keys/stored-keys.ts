// Reads and replaces the stored keys of a tenant. The newest comes first; two are kept, so that signatures of the
// previous one stay valid until the next rotation.
import type { SigningKeyAlgorithm } from '@tessera/contract/signing-keys';
import type { Change } from '../../infrastructure/database/change.ts';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import {
  algorithmOfKey,
  isKeyList,
  KeyError,
  type KeyMaker,
  newPrivateKey,
  nextPrivateKeysConfig,
  privateKeysConfig,
  type StoredKey,
} from '../oidc/keys.ts';

const kept = 2;
const rotationConfig = 'oidc.privateKeyRotation';

/** Serializes concurrent writers if called with a transaction. */
const storedValue = async (db: Database, key: string, { lock = false } = {}): Promise<unknown> => {
  const query = db.selectFrom('tenantConfigs').select('value').where('key', '=', key);
  return (await (lock ? query.forUpdate() : query).executeTakeFirst())?.value;
};

const keysIn = (value: unknown): StoredKey[] => {
  if (!isKeyList(value)) throw new KeyError('the tenant has no readable keys');
  return value;
};

export const readKeys = async (db: Database, key: string): Promise<StoredKey[]> => keysIn(await storedValue(db, key));

const lockKeys = async (change: Change, key: string): Promise<StoredKey[]> =>
  keysIn(await storedValue(await change.transaction(), key, { lock: true }));

export const lockPrivateKeys = (change: Change) => lockKeys(change, privateKeysConfig);

export const changeKeys = async (
  change: Change,
  key: string,
  next: (keys: StoredKey[]) => StoredKey[],
): Promise<StoredKey[]> => {
  const value = next(await lockKeys(change, key));
  await change.update('tenantConfigs', { key }, { value });
  return value;
};

export const addKey = (change: Change, key: string, added: StoredKey): Promise<StoredKey[]> =>
  changeKeys(change, key, (before) => [added, ...before].slice(0, kept));

export const nextKeyOf = async (db: Database): Promise<StoredKey | undefined> => {
  const stored = await storedValue(db, nextPrivateKeysConfig);
  return isKeyList(stored) ? stored[0] : undefined;
};

export const everyDaysOf = async (db: Database): Promise<number | null> => {
  const stored = (await storedValue(db, rotationConfig)) as { everyDays?: number } | undefined;
  return stored?.everyDays ?? null;
};

const put = async (change: Change, key: string, value: unknown) => {
  const row = { key, value: value as object };
  if (!(await change.update('tenantConfigs', { key }, { value: row.value }))) {
    await change.insert('tenantConfigs', row, ['key']);
  }
};

/** The next key exists only while rotations are scheduled. */
export const schedule = async (change: Change, everyDays: number | null, maker: KeyMaker) => {
  const [current] = await lockPrivateKeys(change);
  if (everyDays === null) {
    await change.remove('tenantConfigs', { key: rotationConfig });
    await change.remove('tenantConfigs', { key: nextPrivateKeysConfig });
    return;
  }
  await put(change, rotationConfig, { everyDays });
  if (current && !(await nextKeyOf(await change.transaction()))) {
    await put(change, nextPrivateKeysConfig, [await newPrivateKey(algorithmOfKey(current), maker)]);
  }
};

/** Makes the next key the current one, or a new key if there is none with this algorithm. */
export const rotatePrivateKeys = async (
  change: Change,
  maker: KeyMaker,
  algorithm?: SigningKeyAlgorithm,
): Promise<StoredKey[]> => {
  const [current] = await lockPrivateKeys(change);
  const wanted = algorithm ?? (current ? algorithmOfKey(current) : 'EC');
  const next = await nextKeyOf(await change.transaction());
  const isUsable = next !== undefined && algorithmOfKey(next) === wanted;
  const added = isUsable ? { ...next, createdAt: maker.clock.now() } : await newPrivateKey(wanted, maker);
  const keys = await addKey(change, privateKeysConfig, added);
  if (next) await put(change, nextPrivateKeysConfig, [await newPrivateKey(wanted, maker)]);
  return keys;
};
