// Handlers that list, rotate and delete a tenant's keys, and schedule rotations.
import { setTimeout as sleep } from 'node:timers/promises';
import { type RotationSchedule, signingKeys } from '@tessera/contract/signing-keys';
import type { Context } from '../../context.ts';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { serve } from '../../serve.ts';
import {
  algorithmOfKey,
  cookieKeysConfig,
  type KeyMaker,
  newCookieKey,
  privateKeysConfig,
  type StoredKey,
  settlingTime,
} from '../oidc/keys.ts';
import { rotationDue } from './rotation-job.ts';
import { addKey, changeKeys, everyDaysOf, nextKeyOf, readKeys, rotatePrivateKeys, schedule } from './stored-keys.ts';

/** Resolves when the new key signs: until then every node has had time to load it. */
const settle = async (ctx: Context, keys: StoredKey[]): Promise<StoredKey[]> => {
  await ctx.change.commit();
  await sleep(settlingTime + 50);
  return keys;
};

const remove = async (ctx: Context, key: string, keyId: string) => {
  await changeKeys(ctx.change, key, (before) => {
    const rest = before.filter(({ id }) => id !== keyId);
    if (rest.length === before.length) throw new RequestError('oidc.key_not_found');
    if (rest.length === 0) throw new RequestError('oidc.key_required');
    return rest;
  });
};

const makerOf = ({ services, tenantId }: Context): KeyMaker => ({ ...services, tenantId });

const asPrivate = (key: StoredKey) => ({
  id: key.id,
  createdAt: key.createdAt,
  signingKeyAlgorithm: algorithmOfKey(key),
});

const scheduleIn = async (db: Database): Promise<RotationSchedule> => {
  const everyDays = await everyDaysOf(db);
  const nextKey = await nextKeyOf(db);
  return {
    everyDays,
    nextRotationAt: everyDays === null ? null : rotationDue(await readKeys(db, privateKeysConfig), everyDays),
    nextKey: nextKey ? asPrivate(nextKey) : null,
  };
};

export default serve(signingKeys, {
  listPrivate: async ({ db }) => (await readKeys(db, privateKeysConfig)).map(asPrivate),
  rotatePrivate: async (ctx, { body }) => {
    const keys = await rotatePrivateKeys(ctx.change, makerOf(ctx), body.signingKeyAlgorithm ?? 'EC');
    return (await settle(ctx, keys)).map(asPrivate);
  },
  removePrivate: (ctx, { params }) => remove(ctx, privateKeysConfig, params.keyId),
  getRotation: ({ db }) => scheduleIn(db),
  updateRotation: async (ctx, { body }) => {
    await schedule(ctx.change, body.everyDays, makerOf(ctx));
    return scheduleIn(await ctx.change.transaction());
  },
  listCookie: ({ db }) => readKeys(db, cookieKeysConfig),
  rotateCookie: async (ctx) =>
    settle(ctx, await addKey(ctx.change, cookieKeysConfig, newCookieKey(ctx.services.clock))),
  removeCookie: (ctx, { params }) => remove(ctx, cookieKeysConfig, params.keyId),
});
