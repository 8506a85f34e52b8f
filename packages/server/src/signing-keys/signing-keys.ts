// Rotation and deletion of a tenant's keys. The newest comes first; two are kept, so that what the one before signed
// goes on to be good until the next rotation.
import { setTimeout as sleep } from 'node:timers/promises';
import { signingKeys } from '@tessera/contract/signing-keys';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { serve } from '../http/serve.ts';
import {
  algorithmOfKey,
  cookieKeysConfig,
  isKeyList,
  KeyError,
  newCookieKey,
  newPrivateKey,
  privateKeysConfig,
  type StoredKey,
  settlingTime,
} from '../oidc/keys.ts';

const kept = 2;

const keysIn = (value: unknown, { tenantId }: Context): StoredKey[] => {
  if (!isKeyList(value)) throw new KeyError(`tenant ${tenantId} has no readable keys`);
  return value;
};

const read = async (ctx: Context, key: string): Promise<StoredKey[]> => {
  const row = await ctx.db.selectFrom('tenantConfigs').select('value').where('key', '=', key).executeTakeFirst();
  return keysIn(row?.value, ctx);
};

/** Two rotations at once, or a rotation and a deletion, happen one after the other. */
const change = async (ctx: Context, key: string, next: (keys: StoredKey[]) => StoredKey[]): Promise<StoredKey[]> => {
  const tx = await ctx.change.transaction();
  const row = await tx
    .selectFrom('tenantConfigs')
    .select('value')
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst();
  const value = next(keysIn(row?.value, ctx));
  await ctx.change.update('tenantConfigs', { key }, { value });
  return value;
};

/** Answers when the new key signs: until then every node has had time to learn of it. */
const rotate = async (ctx: Context, key: string, made: StoredKey): Promise<StoredKey[]> => {
  const keys = await change(ctx, key, (before) => [made, ...before].slice(0, kept));
  await ctx.change.commit();
  await sleep(settlingTime + 50);
  return keys;
};

const remove = async (ctx: Context, key: string, keyId: string) => {
  await change(ctx, key, (before) => {
    const rest = before.filter(({ id }) => id !== keyId);
    if (rest.length === before.length) throw new RequestError('oidc.key_not_found');
    if (rest.length === 0) throw new RequestError('oidc.key_required');
    return rest;
  });
};

const asPrivate = (key: StoredKey) => ({
  id: key.id,
  createdAt: key.createdAt,
  signingKeyAlgorithm: algorithmOfKey(key),
});

export default serve(signingKeys, {
  listPrivate: async (ctx) => (await read(ctx, privateKeysConfig)).map(asPrivate),
  rotatePrivate: async (ctx, { body }) => {
    const made = await newPrivateKey(body.signingKeyAlgorithm ?? 'EC', ctx.services.clock);
    return (await rotate(ctx, privateKeysConfig, made)).map(asPrivate);
  },
  removePrivate: (ctx, { params }) => remove(ctx, privateKeysConfig, params.keyId),
  listCookie: (ctx) => read(ctx, cookieKeysConfig),
  rotateCookie: (ctx) => rotate(ctx, cookieKeysConfig, newCookieKey(ctx.services.clock)),
  removeCookie: (ctx, { params }) => remove(ctx, cookieKeysConfig, params.keyId),
});
