// Writing what an interaction collected: columns of the person, identities elsewhere, organizations that come with them.
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { joinByEmail, joinBySso, joinOrganizations } from '../organizations/join.ts';
import { random } from '../random.ts';
import { addedTo } from './extra-profile.ts';
import type { PendingProfile } from './interaction.ts';

type Ctx = ContextFor<'interaction'>;

/** What is a column of its own; the rest belongs elsewhere. */
export const columnsOf = ({
  socialIdentity: _,
  ssoIdentity: __,
  jitOrganizationIds: ___,
  ...columns
}: PendingProfile) => columns;

export const identitiesOf = ({ socialIdentity }: PendingProfile) =>
  socialIdentity && {
    [socialIdentity.target]: { userId: socialIdentity.user.id, details: socialIdentity.user },
  };

/** Somebody linked meanwhile in another window keeps what is linked. */
const mergedIdentities = async ({ change }: Ctx, userId: string, { socialIdentity, ...profile }: PendingProfile) => {
  if (!socialIdentity) return {};
  const tx = await change.transaction();
  const { identities } = await tx
    .selectFrom('users')
    .select('identities')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const known = identities[socialIdentity.target] as { userId: string } | undefined;
  if (known && known.userId !== socialIdentity.user.id) throw new RequestError('user.identity_already_in_use');
  return { identities: { ...identities, ...identitiesOf({ ...profile, socialIdentity }) } };
};

/** The parts of a user that are JSON keep what the interaction says nothing about. */
const completed = async ({ change }: Ctx, userId: string, pending: PendingProfile) => {
  if (!pending.profile && !pending.customData) return pending;
  const user = await (await change.transaction())
    .selectFrom('users')
    .select(['profile', 'customData'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return addedTo(user, pending);
};

/** True when the person comes through this company for the first time. */
const linkSso = async (
  { change }: Ctx,
  userId: string,
  { connectorId, issuer, user }: NonNullable<PendingProfile['ssoIdentity']>,
): Promise<boolean> => {
  const tx = await change.transaction();
  const known = await tx
    .selectFrom('userSsoIdentities')
    .select(['id', 'userId'])
    .where('issuer', '=', issuer)
    .where('identityId', '=', user.id)
    .forUpdate()
    .executeTakeFirst();
  if (known && known.userId !== userId) throw new RequestError('user.identity_already_in_use');
  if (known) {
    await change.touch('userSsoIdentities', { id: known.id }, { detail: user });
    return false;
  }
  const row = { userId, issuer, identityId: user.id, detail: user, ssoConnectorId: connectorId };
  await change.insert('userSsoIdentities', { id: random.id(), ...row });
  return true;
};

/** For somebody who has just been created. */
export const settleNewUser = async (ctx: Ctx, userId: string, profile: PendingProfile) => {
  const { ssoIdentity, primaryEmail, jitOrganizationIds = [] } = profile;
  await joinOrganizations(ctx, userId, jitOrganizationIds);
  if (ssoIdentity) {
    await linkSso(ctx, userId, ssoIdentity);
    await joinBySso(ctx, userId, ssoIdentity.connectorId);
  } else if (primaryEmail) await joinByEmail(ctx, userId, primaryEmail);
};

/** For somebody who signs in. */
export const writeProfile = async (ctx: Ctx, userId: string, profile: PendingProfile) => {
  const { ssoIdentity, jitOrganizationIds = [] } = profile;
  const columns = {
    ...columnsOf(await completed(ctx, userId, profile)),
    ...(await mergedIdentities(ctx, userId, profile)),
  };
  // Most people sign in without changing anything.
  if (Object.keys(columns).length > 0) await ctx.change.update('users', { id: userId }, columns);
  if (ssoIdentity && (await linkSso(ctx, userId, ssoIdentity))) await joinBySso(ctx, userId, ssoIdentity.connectorId);
  await joinOrganizations(ctx, userId, jitOrganizationIds);
};
