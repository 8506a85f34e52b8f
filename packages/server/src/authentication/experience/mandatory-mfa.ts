// Whether a user may go without MFA: the tenant decides, and each of their organizations.
import type { SignInExperience } from '@tessera/contract/sign-in-experience';
import type { ContextFor } from '../../context.ts';

type Ctx = Pick<ContextFor<'interaction'>, 'db' | 'services' | 'tenantId'>;

/** Whether one of the user's organizations requires MFA and the tenant enforces that. */
export const isRequiredByOrganization = async (
  { db }: Pick<Ctx, 'db'>,
  userId: string,
  { mfa }: SignInExperience,
): Promise<boolean> => {
  if (mfa.organizationRequiredMfaPolicy !== 'Mandatory') return false;
  const row = await db
    .selectFrom('organizationUsers')
    .innerJoin('organizations', 'organizations.id', 'organizationUsers.organizationId')
    .select('organizations.id')
    .where('organizationUsers.userId', '=', userId)
    .where('organizations.isMfaRequired', '=', true)
    .executeTakeFirst();
  return row !== undefined;
};

/** Users cannot opt out if the tenant or an organization requires MFA. */
export const isMandatory = async (ctx: Ctx, userId: string): Promise<boolean> => {
  const experience = await ctx.services.signInExperiences.of(ctx.tenantId);
  return experience.mfa.policy === 'Mandatory' || isRequiredByOrganization(ctx, userId, experience);
};
