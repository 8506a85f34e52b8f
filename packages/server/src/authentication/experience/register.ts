// Creates the user an interaction has collected: identifiers, password, initial roles.

import { consoleApp } from '../../authorization/oidc/applications-as-clients.ts';
import type { ContextFor } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { defaultTenant, isAdminTenant } from '../../infrastructure/http/resolve-request.ts';
import { organizationOf } from '../../platform/tenants/create-tenant.ts';
import { defaultAdminRole, userRole } from '../../platform/tenants/seed.ts';
import { random } from '../../random.ts';
import { insertUser } from '../../user-management/users/write-user.ts';
import { requireCaptcha } from '../captcha/require-captcha.ts';
import { refuseSsoOnlyEmail } from '../sso-connectors/find.ts';
import { refuseBlockedEmail } from './email-blocklist.ts';
import { newFromSocial, newFromSso, requireStillProved } from './external-identities.ts';
import { isFactorRecord } from './factor-records.ts';
import type { ExperienceState, PendingProfile } from './interaction.ts';
import { checkEventAllowed } from './sign-in-mode.ts';
import { missingOfNewUser, requireWayToSignUp } from './sign-up-demands.ts';
import { requireSso } from './sso-verification.ts';
import { refuseTakenIdentifiers } from './unique-identifiers.ts';
import {
  type CodeRecord,
  emailOf,
  hasOneTimeToken,
  ofUser,
  recordById,
  type SsoRecord,
  type VerificationRecord,
} from './verifications.ts';
import { columnsOf, identitiesOf, settleNewUser } from './write-profile.ts';

type Ctx = ContextFor<'interaction'>;

const recorded = async (ctx: Ctx, record: VerificationRecord): Promise<PendingProfile> => {
  const namesUser = record.type === 'Password' || record.type === 'SignInPasskey';
  if (!record.verified || isFactorRecord(record) || namesUser) {
    throw new RequestError('session.verification_failed');
  }
  switch (record.type) {
    case 'Social':
      return newFromSocial(ctx, record);
    case 'EnterpriseSso':
      await requireSso(ctx);
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
  profile: PendingProfile;
  /** The email that was already checked against the blocklist. */
  judged?: string | undefined;
};

/** The record's data takes precedence, except for a provider's data, which only fills gaps. */
const collected = async (ctx: Ctx, state: ExperienceState, verificationId: string | undefined): Promise<Collected> => {
  await requireStillProved(ctx, state.profile);
  if (!verificationId) return { profile: state.profile };
  const record = recordById(state, verificationId);
  if (!record.verified) throw new RequestError('session.verification_failed');
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

const roleIds = async (ctx: Ctx, isFirstAdmin: boolean): Promise<string[]> => {
  const { userDefaultRoleNames } = ctx.services.settings;
  const isConsole = isAdminTenant(ctx.tenantId);
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

/** The first user of the open-source console becomes its administrator, which closes registration. */
const becomeFirstAdmin = async ({ change }: Ctx, userId: string) => {
  const organizationId = organizationOf(defaultTenant);
  await change.insert('organizationUsers', { organizationId, userId }, ['organizationId', 'userId']);
  const role = { organizationId, organizationRoleId: 'admin', userId };
  await change.insert('organizationRoleUsers', role, Object.keys(role));
  await change.update('signInExperiences', { id: 'default' }, { signInMode: 'SignIn' });
};

const isFirstAdministrator = async (ctx: Ctx): Promise<boolean> => {
  const { settings } = ctx.services;
  if (
    !settings.capabilities.hasFirstRun ||
    !isAdminTenant(ctx.tenantId) ||
    ctx.interaction.applicationId !== consoleApp
  ) {
    return false;
  }
  // Locked, so that only one of two concurrent registrations becomes the administrator.
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
  if (state.userId) throw new RequestError('session.identity_conflict');
  try {
    const isInvited = hasOneTimeToken(state, primaryEmail ?? null);
    await checkEventAllowed(ctx, 'Register', isInvited);
    await requireWayToSignUp(ctx, profile, isInvited);
    await requireCaptcha(ctx, state);
    const missing = ssoIdentity ? [] : await missingOfNewUser(ctx, profile);
    if (missing.length > 0) throw new RequestError('user.missing_profile', { data: { missingProfile: missing } });
  } catch (error) {
    // Keep the collected data for the next attempt.
    await ctx.interaction.save({ ...state, profile });
    throw error;
  }
  const firstAdmin = await isFirstAdministrator(ctx);
  const id = random.shortId();
  ctx.actor = { type: 'user', id };
  const identities = identitiesOf(profile);
  await insertUser(ctx, 'registration', {
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
  const isLinked = ({ connectorId, issuer, user }: SsoRecord) =>
    connectorId === ssoIdentity?.connectorId && issuer === ssoIdentity.issuer && user?.id === ssoIdentity.user.id;
  const verificationRecords = ofUser(state.verificationRecords, isLinked, id);
  const registeredWith = { ...(socialIdentity && { socialIdentity }), ...(ssoIdentity && { ssoIdentity }) };
  const next = { ...state, userId: id, isNewUser: true, registeredWith, profile: {}, verificationRecords };
  await ctx.interaction.saveIn(await ctx.change.transaction(), next);
};
