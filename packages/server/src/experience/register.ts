// Creating the person that an interaction collected: identifiers, password, first roles.
import type { ContextFor } from '../http/context.ts';
import { adminTenant, defaultTenant } from '../http/place.ts';
import { RequestError } from '../http/request-error.ts';
import { consoleApp } from '../oidc/applications-as-clients.ts';
import { joinByEmail } from '../organizations/join-by-email.ts';
import { random } from '../random.ts';
import { organizationOf } from '../tenants/create-tenant.ts';
import { defaultAdminRole, userRole } from '../tenants/seed.ts';
import { refuseBlockedEmail } from './email-blocklist.ts';
import { isFactorRecord } from './factor-records.ts';
import type { ExperienceState, PendingProfile } from './interaction.ts';
import { checkEventAllowed } from './sign-in-mode.ts';
import { refuseTakenIdentifiers } from './unique-identifiers.ts';
import { type CodeRecord, isCodeRecord, recordById } from './verifications.ts';

type Ctx = ContextFor<'interaction'>;

const profileOf = (state: ExperienceState, verificationId: string | undefined): PendingProfile => {
  if (!verificationId) return state.profile;
  const record = recordById(state, verificationId);
  if (!record.verified || isFactorRecord(record) || record.type === 'Password') {
    throw new RequestError('session.verification_failed');
  }
  if (isCodeRecord(record)) return { ...state.profile, ...addressOf(record) };
  const { identifier, passwordEncrypted, passwordEncryptionMethod } = record;
  return { ...state.profile, username: identifier.value, passwordEncrypted, passwordEncryptionMethod };
};

export const addressOf = ({ identifier }: CodeRecord): PendingProfile =>
  identifier.type === 'email' ? { primaryEmail: identifier.value } : { primaryPhone: identifier.value };

type Filled = {
  [Field in 'username' | 'primaryEmail' | 'primaryPhone' | 'passwordEncrypted']?: string | null | undefined;
};

/** What the tenant demands of every account and this one lacks. */
export const missingProfile = async ({ services, tenantId }: Ctx, profile: Filled): Promise<string[]> => {
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
    password: passwordEncrypted,
  };
  wanted.push(...(signUp.secondaryIdentifiers ?? []).map(({ identifier }) => identifier));
  if (signUp.password) wanted.push('password');
  return [...new Set(wanted)].filter((name) => !has[name]);
};

const roleIds = async (ctx: Ctx, isFirstAdmin: boolean): Promise<string[]> => {
  const named = ctx.tenantId === adminTenant ? [userRole, ...(isFirstAdmin ? [defaultAdminRole] : [])] : [];
  const tx = await ctx.change.transaction();
  const rows = await tx
    .selectFrom('roles')
    .select(['id', 'name', 'isDefault'])
    .where('type', '=', 'User')
    .where((where) => where.or([where('isDefault', '=', true), where('name', 'in', [...named, ''])]))
    .execute();
  return rows.map(({ id }) => id);
};

/** The first person to register at the open-source console becomes its administrator, and closes the door behind them. */
const becomeFirstAdmin = async ({ change }: Ctx, userId: string) => {
  const organizationId = organizationOf(defaultTenant);
  await change.insert('organizationUsers', { organizationId, userId }, ['organizationId', 'userId']);
  const role = { organizationId, organizationRoleId: 'admin', userId };
  await change.insert('organizationRoleUsers', role, Object.keys(role));
  await change.update('signInExperiences', { id: 'default' }, { signInMode: 'SignIn' });
};

const isFirstAdministrator = async (ctx: Ctx): Promise<boolean> => {
  const { settings } = ctx.services;
  if (settings.edition !== 'oss' || ctx.tenantId !== adminTenant || ctx.interaction.applicationId !== consoleApp) {
    return false;
  }
  // Locked, so that of two people who register at once only one becomes the administrator.
  const tx = await ctx.change.transaction();
  const { signInMode } = await tx
    .selectFrom('signInExperiences')
    .select('signInMode')
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (signInMode === 'SignIn') throw new RequestError('auth.forbidden');
  return (await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;
};

export const registerUser = async (ctx: Ctx, state: ExperienceState, verificationId: string | undefined) => {
  const profile = profileOf(state, verificationId);
  if (profile.primaryEmail) await refuseBlockedEmail(ctx, profile.primaryEmail);
  await refuseTakenIdentifiers(ctx, profile);
  await checkEventAllowed(ctx, 'Register');
  if (state.userId) throw new RequestError('session.identity_conflict');
  const missing = await missingProfile(ctx, profile);
  if (missing.length > 0) {
    await ctx.interaction.save({ ...state, profile });
    throw new RequestError('user.missing_profile', { data: { missingProfile: missing } });
  }
  const firstAdmin = await isFirstAdministrator(ctx);
  const id = random.shortId();
  ctx.actor = { type: 'user', id };
  await ctx.change.insert('users', { id, ...profile, applicationId: ctx.interaction.applicationId });
  for (const roleId of await roleIds(ctx, firstAdmin)) {
    await ctx.change.insert('usersRoles', { userId: id, roleId }, ['userId', 'roleId']);
  }
  if (profile.primaryEmail) await joinByEmail(ctx, id, profile.primaryEmail);
  if (firstAdmin) await becomeFirstAdmin(ctx, id);
  await ctx.interaction.saveIn(await ctx.change.transaction(), { ...state, userId: id, isNewUser: true, profile: {} });
};
