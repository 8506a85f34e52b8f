// Keeps a running node's data keys up to date during a rotation.

import type { Log } from '../../log.ts';
import type { Invalidation } from '../cache/invalidation.ts';
import { keysOf, selectKeys } from './data-key.ts';
import { readKeyFile } from './key-file.ts';
import type { Vault } from './vault.ts';

/** The name under which key changes are announced. */
export const keysName = 'vaultKeys';

type Options = { vault: Vault; invalidation: Invalidation; keks: Buffer[]; keyFile: string | undefined; log: Log };

export const followKeys = async ({ vault, invalidation, keks, keyFile, log }: Options) => {
  const read = async () => {
    const [stored] = await invalidation.query<Parameters<typeof keysOf>[0]>(selectKeys);
    if (!stored) return;
    const keys = keysOf(stored, [...keks, ...(keyFile ? await readKeyFile(keyFile) : [])]);
    if (keys) vault.useKeys(keys);
    else log.error('the data key was wrapped by another SECRET_VAULT_KEK: set the new key and restart this node');
  };
  const follow = () =>
    read().catch((error: Error) => log.warn({ error: error.message }, 'the data keys could not be read'));
  invalidation.subscribe([keysName], () => void follow());
  // A rotation may have begun after this node started.
  await follow();
};
