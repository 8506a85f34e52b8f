// What the tenant demands of a new user, and of an account that lacks it.
import type { ContextFor } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { lacksExtraProfile } from './extra-profile.ts';
import type { PendingProfile } from './interaction.ts';

type Ctx = Pick<ContextFor<'interaction'>, 'services' | 'tenantId'>;

type Filled = {
  [Field in 'username' | 'primaryEmail' | 'primaryPhone' | 'passwordEncrypted']?: string | null | undefined;
};

/** Required data this account lacks. */
export const missingProfile = async (
  { services, tenantId }: Ctx,
  profile: Filled,
  linked: boolean,
): Promise<string[]> => {
  const { signUp } = await services.signInExperiences.of(tenantId);
  const { identifiers } = signUp;
  const both = identifiers.includes('email') && identifiers.includes('phone');
  const wanted: string[] = both
    ? [...identifiers.filter((identifier) => identifier === 'username'), 'emailOrPhone']
    : [...identifiers];
  const { username, primaryEmail: email, primaryPhone: phone, passwordEncrypted } = profile;
  const has: Record<string, unknown> = {
    username,
    email,
    phone,
    emailOrPhone: email ?? phone,
    // Users of external sign-in need no password.
    password: passwordEncrypted ?? (linked || undefined),
  };
  wanted.push(...(signUp.secondaryIdentifiers ?? []).map(({ identifier }) => identifier));
  if (signUp.password) wanted.push('password');
  return [...new Set(wanted)].filter((name) => !has[name]);
};

/** Without an identifier to sign up with, users come from elsewhere or by invitation. */
export const requireWayToSignUp = async (
  { services, tenantId }: Ctx,
  { socialIdentity, ssoIdentity }: PendingProfile,
  isInvited: boolean,
) => {
  if (socialIdentity || ssoIdentity || isInvited) return;
  const { signUp } = await services.signInExperiences.of(tenantId);
  const asked = [...signUp.identifiers, ...(signUp.secondaryIdentifiers ?? [])];
  if (asked.length === 0) throw new RequestError('user.sign_up_method_not_enabled');
};

/** New users are also asked for profile fields once the rest is complete. */
export const missingOfNewUser = async (ctx: Ctx, profile: PendingProfile): Promise<string[]> => {
  const missing = await missingProfile(ctx, profile, profile.socialIdentity !== undefined);
  if (missing.length > 0) return missing;
  const fields = await ctx.services.signInExperiences.fieldsOf(ctx.tenantId);
  return lacksExtraProfile(fields, profile) ? ['extraProfile'] : [];
};
