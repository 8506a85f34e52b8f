// A user's factors as listed: configured ones, those of an address, and backup codes last.
import type { MfaVerification } from '@tessera/contract/mfa-verifications';
import type { Context } from '../../context.ts';
import { userNotFound } from '../../user-management/users/find-user.ts';
import { implicitFactors } from './change-factors.ts';
import { type Factor, findOwner, shownFactor } from './factors.ts';

const isBackup = ({ type }: Factor) => type === 'BackupCode';

export const listedFactors = async (ctx: Context, userId: string): Promise<MfaVerification[]> => {
  const owner = await findOwner(ctx, userId);
  if (!owner) throw userNotFound();
  const { mfa } = await ctx.services.signInExperiences.of(ctx.tenantId);
  // Addresses count as factors since the account's creation, and cannot be removed here.
  const { createdAt } = await ctx.db
    .selectFrom('users')
    .select('createdAt')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const since = new Date(createdAt).toISOString();
  const addresses = implicitFactors(mfa.factors, owner).map((type) => ({ id: type, createdAt: since, type }));
  const backup = owner.factors.filter(isBackup).map(shownFactor);
  return [...owner.factors.filter((factor) => !isBackup(factor)).map(shownFactor), ...addresses, ...backup];
};
