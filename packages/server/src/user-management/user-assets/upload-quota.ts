// Storage quotas of tenants and console users. Checked under a lock until the upload is recorded, so that concurrent
// uploads do not exceed them together.
import { maxUploadsOfUser } from '@tessera/contract/user-assets';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { isAdminTenant } from '../../infrastructure/http/resolve-request.ts';
import { lockUploads } from '../../infrastructure/stored-files/stored-files.ts';

const mebibyte = 1024 * 1024;

const lock = async ({ change, tenantId }: Context) => {
  const tx = await change.transaction();
  await lockUploads(tx, tenantId);
  return tx;
};

/** Custom UI archives count unpacked. */
export const requireTenantQuota = async (ctx: Context, size: number): Promise<void> => {
  const { uploadQuotaMb } = ctx.services.settings;
  if (uploadQuotaMb === 0) return;
  const tx = await lock(ctx);
  // Avatars of console users have a separate quota.
  const ofTenant = isAdminTenant(ctx.tenantId) ? sql`user_id is null` : sql`true`;
  const { rows } = await sql<{ used: number }>`select (
      select coalesce(sum(size), 0) from user_assets where ${ofTenant}
    ) + (
      select coalesce(sum((file.value ->> 'size')::bigint), 0) from custom_ui_assets, jsonb_each(files) as file
    ) as used`.execute(tx);
  if (Number(rows[0]?.used) + size > uploadQuotaMb * mebibyte) {
    throw new RequestError('storage.quota_exceeded', { values: { limit: uploadQuotaMb } });
  }
};

export const requireOwnQuota = async (ctx: Context, size: number, userId: string): Promise<void> => {
  const tx = await lock(ctx);
  const { used } = await tx
    .selectFrom('userAssets')
    .select(sql<number>`coalesce(sum(size), 0)`.as('used'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  if (Number(used) + size > maxUploadsOfUser) {
    throw new RequestError('storage.own_quota_exceeded', { values: { limit: maxUploadsOfUser / mebibyte } });
  }
};
