// Writes what an interaction collected: user columns, identities and provisioned organizations.
import type { Selectable } from 'kysely';
import type { ContextFor } from '../../context.ts';
import type { UsersTable } from '../../infrastructure/database/tables.gen.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { joinByEmail, joinBySso, joinOrganizations } from '../../user-management/organizations/join.ts';
import { writeUser } from '../../user-management/users/write-user.ts';
import { mergeValues } from './extra-profile.ts';
import type { PendingProfile } from './interaction.ts';

type Ctx = ContextFor<'interaction'>;

/** The user columns of a profile. An interaction collects only verified addresses. */
export const columnsOf = ({
  socialIdentity: _,
  ssoIdentity: __,
  jitOrganizationIds: ___,
  synced: ____,
  ...columns
}: PendingProfile) => ({
  ...columns,
  ...(columns.primaryEmail && { verifiedEmail: columns.primaryEmail }),
  ...(columns.primaryPhone && { verifiedPhone: columns.primaryPhone }),
});

export const identitiesOf = ({ socialIdentity }: PendingProfile) =>
  socialIdentity && {
    [socialIdentity.target]: { userId: socialIdentity.user.id, details: socialIdentity.user },
  };

/** Columns from an external identity. An identity linked in the meantime is kept. */
const syncedColumns =
  ({ synced, ...profile }: PendingProfile) =>
  ({ identities }: Pick<Selectable<UsersTable>, 'identities'>) => {
    const { socialIdentity } = profile;
    if (!socialIdentity) return { ...synced };
    const known = identities[socialIdentity.target] as { userId: string } | undefined;
    if (known && known.userId !== socialIdentity.user.id) throw new RequestError('user.identity_already_in_use');
    return { ...synced, identities: { ...identities, ...identitiesOf(profile) } };
  };

/** JSON columns keep the keys the interaction does not set. */
const ownColumns =
  (pending: ReturnType<typeof columnsOf>) =>
  (before: Pick<Selectable<UsersTable>, 'profile' | 'customData'>): ReturnType<typeof columnsOf> => {
    const { profile, customData } = mergeValues(before, pending);
    return { ...pending, ...(pending.profile && { profile }), ...(pending.customData && { customData }) };
  };

type SsoIdentity = NonNullable<PendingProfile['ssoIdentity']>;

/** Returns true on the first sign-in through this connector. */
const linkSso = async (
  { change }: Ctx,
  userId: string,
  { connectorId, issuer, user }: SsoIdentity,
): Promise<boolean> => {
  const tx = await change.transaction();
  const known = await tx
    .selectFrom('userSsoIdentities')
    .select(['id', 'userId'])
    .where('ssoConnectorId', '=', connectorId)
    .where('issuer', '=', issuer)
    .where('identityId', '=', user.id)
    .forUpdate()
    .executeTakeFirst();
  if (known && known.userId !== userId) throw new RequestError('user.identity_already_in_use');
  if (known) {
    await change.touch('userSsoIdentities', { id: known.id }, { detail: user });
    return false;
  }
  const former = await tx
    .selectFrom('userSsoIdentities')
    .select(['id', 'issuer'])
    .where('userId', '=', userId)
    .where('ssoConnectorId', '=', connectorId)
    .executeTakeFirst();
  // The connector has another provider now. A second identity of the same one is rejected by the database.
  if (former && former.issuer !== issuer) await change.remove('userSsoIdentities', { id: former.id });
  const row = { userId, issuer, identityId: user.id, detail: user, ssoConnectorId: connectorId };
  await change.insert('userSsoIdentities', { id: random.id(), ...row });
  return true;
};

/** An issuer of many companies proves nothing about a user without an address of this one. */
const joinCompany = async (ctx: Ctx, userId: string, { connectorId, isSharedIssuer, user }: SsoIdentity) => {
  // An interaction from before an upgrade does not know it.
  if (user.email || isSharedIssuer === false) await joinBySso(ctx, userId, connectorId);
};

/** For a new user. */
export const settleNewUser = async (ctx: Ctx, userId: string, profile: PendingProfile) => {
  const { ssoIdentity, primaryEmail, jitOrganizationIds = [] } = profile;
  await joinOrganizations(ctx, userId, jitOrganizationIds);
  if (ssoIdentity) {
    await linkSso(ctx, userId, ssoIdentity);
    await joinCompany(ctx, userId, ssoIdentity);
  } else if (primaryEmail) await joinByEmail(ctx, userId, primaryEmail);
};

/** For an existing user. */
export const writeProfile = async (ctx: Ctx, userId: string, profile: PendingProfile) => {
  const { ssoIdentity, jitOrganizationIds = [] } = profile;
  const own = columnsOf(profile);
  // Most sign-ins change nothing.
  if (Object.keys(own).length > 0) await writeUser(ctx, { kind: 'signIn' }, userId, ownColumns(own));
  if (profile.synced || profile.socialIdentity) {
    await writeUser(ctx, { kind: 'outsideIdentity' }, userId, syncedColumns(profile));
  }
  if (ssoIdentity && (await linkSso(ctx, userId, ssoIdentity))) await joinCompany(ctx, userId, ssoIdentity);
  await joinOrganizations(ctx, userId, jitOrganizationIds);
};
