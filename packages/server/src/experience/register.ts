// Creating the person that an interaction collected: identifiers, password, first roles.
import { requireCaptcha } from '../captcha/require-captcha.ts';
import type { ContextFor } from '../http/context.ts';
import { adminTenant, defaultTenant } from '../http/place.ts';
import { RequestError } from '../http/request-error.ts';
import { consoleApp } from '../oidc/applications-as-clients.ts';
import { random } from '../random.ts';
import { refuseSsoOnlyEmail } from '../sso-connectors/find.ts';
import { organizationOf } from '../tenants/create-tenant.ts';
import { defaultAdminRole, userRole } from '../tenants/seed.ts';
import { newFromSocial, newFromSso, refuseTakenIdentity } from './elsewhere.ts';
import { refuseBlockedEmail } from './email-blocklist.ts';
import { lacksExtraProfile } from './extra-profile.ts';
import { isFactorRecord } from './factor-records.ts';
import type { ExperienceState, PendingProfile } from './interaction.ts';
import { checkEventAllowed } from './sign-in-mode.ts';
import { refuseTakenIdentifiers } from './unique-identifiers.ts';
import {
  type CodeRecord,
  emailOf,
  ofUser,
  recordById,
  type SsoRecord,
  type VerificationRecord,
} from './verifications.ts';
import { columnsOf, identitiesOf, settleNewUser } from './write-profile.ts';

type Ctx = ContextFor<'interaction'>;

const recorded = async (ctx: Ctx, record: VerificationRecord): Promise<PendingProfile> => {
  if (!record.verified || isFactorRecord(record) || record.type === 'Password') {
    throw new RequestError('session.verification_failed');
  }
  switch (record.type) {
    case 'Social':
      return newFromSocial(ctx, record);
    case 'EnterpriseSso':
      return newFromSso(ctx, record);
    case 'OneTimeToken':
      return { primaryEmail: record.identifier.value, ...record.context };
    case 'NewPasswordIdentity': {
      const { identifier, passwordEncrypted, passwordEncryptionMethod } = record;
      return { username: identifier.value, passwordEncrypted, passwordEncryptionMethod };
    }
    default:
      return addressOf(record);
  }
};

type Collected = {
  profile: PendingProfile /** The address that has been judged already. */;
  judged?: string | undefined;
};

/** What the record says comes last, but for what others know of somebody: that fills gaps only. */
const collected = async (ctx: Ctx, state: ExperienceState, verificationId: string | undefined): Promise<Collected> => {
  if (!verificationId) return { profile: state.profile };
  const record = recordById(state, verificationId);
  const email = emailOf(record);
  if (email && record.type !== 'EnterpriseSso') await refuseSsoOnlyEmail(ctx, email);
  if (email) await refuseBlockedEmail(ctx, email);
  const added = await recorded(ctx, record);
  return {
    profile: 'user' in record ? { ...added, ...state.profile } : { ...state.profile, ...added },
    judged: email,
  };
};

export const addressOf = ({ identifier }: CodeRecord): PendingProfile =>
  identifier.type === 'email' ? { primaryEmail: identifier.value } : { primaryPhone: identifier.value };

type Filled = {
  [Field in 'username' | 'primaryEmail' | 'primaryPhone' | 'passwordEncrypted']?: string | null | undefined;
};

/** What the tenant demands of every account and this one lacks. */
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
    // Whoever signs in through somebody else needs no password here.
    password: passwordEncrypted ?? (linked || undefined),
  };
  wanted.push(...(signUp.secondaryIdentifiers ?? []).map(({ identifier }) => identifier));
  if (signUp.password) wanted.push('password');
  return [...new Set(wanted)].filter((name) => !has[name]);
};

/** Who registers is also asked for what the tenant wants to know, once the rest is there. */
const missingOfNewUser = async (ctx: Ctx, profile: PendingProfile): Promise<string[]> => {
  const missing = await missingProfile(ctx, profile, profile.socialIdentity !== undefined);
  if (missing.length > 0) return missing;
  const fields = await ctx.services.signInExperiences.fieldsOf(ctx.tenantId);
  return lacksExtraProfile(fields, profile) ? ['extraProfile'] : [];
};

const roleIds = async (ctx: Ctx, isFirstAdmin: boolean): Promise<string[]> => {
  const { userDefaultRoleNames } = ctx.services.settings;
  const isConsole = ctx.tenantId === adminTenant;
  const named = isConsole ? [userRole, ...(isFirstAdmin ? [defaultAdminRole] : [])] : userDefaultRoleNames;
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
  const { profile, judged } = await collected(ctx, state, verificationId);
  const { primaryEmail, socialIdentity, ssoIdentity } = profile;
  if (primaryEmail && primaryEmail !== judged) {
    if (!ssoIdentity) await refuseSsoOnlyEmail(ctx, primaryEmail);
    await refuseBlockedEmail(ctx, primaryEmail);
  }
  await refuseTakenIdentifiers(ctx, profile);
  if (socialIdentity) await refuseTakenIdentity(ctx, socialIdentity.target, socialIdentity.user.id);
  if (state.userId) throw new RequestError('session.identity_conflict');
  try {
    await checkEventAllowed(ctx, 'Register', state);
    await requireCaptcha(ctx, state);
    const missing = ssoIdentity ? [] : await missingOfNewUser(ctx, profile);
    if (missing.length > 0) throw new RequestError('user.missing_profile', { data: { missingProfile: missing } });
  } catch (error) {
    // What was collected stays for the next attempt.
    await ctx.interaction.save({ ...state, profile });
    throw error;
  }
  const firstAdmin = await isFirstAdministrator(ctx);
  const id = random.shortId();
  ctx.actor = { type: 'user', id };
  const identities = identitiesOf(profile);
  await ctx.change.insert('users', {
    id,
    ...columnsOf(profile),
    ...(identities && { identities }),
    applicationId: ctx.interaction.applicationId,
  });
  for (const roleId of await roleIds(ctx, firstAdmin)) {
    await ctx.change.insert('usersRoles', { userId: id, roleId }, ['userId', 'roleId']);
  }
  await settleNewUser(ctx, id, profile);
  if (firstAdmin) await becomeFirstAdmin(ctx, id);
  const isLinked = ({ issuer, user }: SsoRecord) => issuer === ssoIdentity?.issuer && user?.id === ssoIdentity.user.id;
  const verificationRecords = ofUser(state.verificationRecords, isLinked, id);
  const next = { ...state, userId: id, isNewUser: true, profile: {}, verificationRecords };
  await ctx.interaction.saveIn(await ctx.change.transaction(), next);
};
