// Finds and prepares accounts for external identities.

import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { accountEmailOf } from '../../user-management/scim/user-columns.ts';
import { ownerColumns, ownsAddress, verifiedColumns } from '../../user-management/users/verified-addresses.ts';
import { requireUnchangedConnector } from '../connectors/social-connector.ts';
import { domainOf, type KnownElsewhere } from '../connectors/trusted-identity.ts';
import { requireUnchangedSsoConnector, routedDomains } from '../sso-connectors/find.ts';
import type { Identities, PendingProfile } from './interaction.ts';
import { findByIdentifier } from './unique-identifiers.ts';
import type { SocialRecord, SsoRecord } from './verifications.ts';

type Ctx = Context;
type Reader = Pick<Context, 'db' | 'services'>;
/** The user, and what the record adds to their account. */
export type Found = { userId: string; added: PendingProfile };

const provedUser = ({ verified, user }: SocialRecord | SsoRecord): KnownElsewhere => {
  if (!verified || !user) throw new RequestError('session.verification_failed');
  return user;
};

const looks = ({ name, avatar }: KnownElsewhere): PendingProfile => ({
  ...(name && { name }),
  ...(avatar && { avatar }),
});

const ownerOfIdentity = ({ db }: Ctx, target: string, identityId: string) =>
  db
    .selectFrom('userIdentities')
    .select('userId')
    .where('target', '=', target)
    .where('identityId', '=', identityId)
    .executeTakeFirst();

/** Any company can claim to be an issuer, so an identity counts only at the connector where it was linked. */
const ownerOfSsoIdentity = ({ db }: Reader, { connectorId, issuer }: SsoRecord, identityId: string) =>
  db
    .selectFrom('userSsoIdentities')
    .select('userId')
    .where('ssoConnectorId', '=', connectorId)
    .where('issuer', '=', issuer)
    .where('identityId', '=', identityId)
    .executeTakeFirst();

/** The user with an address verified by an external provider. */
const ownerOfAddress = async (ctx: Reader, identifier: { type: 'email' | 'phone'; value: string }) => {
  const found = await findByIdentifier(ctx, identifier);
  if (!found) return undefined;
  const user = await ctx.db.selectFrom('users').select(ownerColumns).where('id', '=', found.id).executeTakeFirst();
  return user && ownsAddress(user, identifier.type) ? user : undefined;
};

/** The user with an address verified by the provider, unless another identity of that provider is already linked. */
const relatedUser = async (ctx: Ctx, target: string, { phone, email }: KnownElsewhere) => {
  const candidates = [
    ...(phone ? [{ type: 'phone' as const, value: phone }] : []),
    ...(email ? [{ type: 'email' as const, value: email }] : []),
  ];
  for (const identifier of candidates) {
    const user = await ownerOfAddress(ctx, identifier);
    const linked =
      user &&
      (await ctx.db
        .selectFrom('userIdentities')
        .select('userId')
        .where('userId', '=', user.id)
        .where('target', '=', target)
        .executeTakeFirst());
    if (user && !linked) return { id: user.id, identifier };
  }
  return undefined;
};

export const findBySocial = async (ctx: Ctx, record: SocialRecord, link: boolean): Promise<Found> => {
  const user = provedUser(record);
  const { syncProfile } = await requireUnchangedConnector(ctx, record);
  const { target, connectorId, configDigest } = record;
  const synced = syncProfile ? looks(user) : {};
  const owner = await ownerOfIdentity(ctx, target, user.id);
  if (owner) return { userId: owner.userId, added: synced };
  const related = await relatedUser(ctx, target, user);
  if (!related || !link) {
    throw new RequestError('user.identity_not_exist', { data: related ? { relatedUser: related.identifier } : {} });
  }
  const proved = verifiedColumns(related.identifier);
  return {
    userId: related.id,
    added: { ...synced, ...proved, socialIdentity: { connectorId, configDigest, target, user } },
  };
};

// Several users can share an address in a directory.
const mostListed = 20;

/**
 * The user whom this connector's identity provider has created with this address as their own, perhaps before its domain
 * belonged to the connector: then the account has no address yet. Others whom it lists with the address don't count.
 */
const provisionedUser = async (ctx: Reader, connectorId: string, email: string) => {
  const key = email.toLowerCase();
  const own = ctx.db
    .selectFrom('scimUsers')
    .innerJoin('users', 'users.id', 'scimUsers.userId')
    .select(['scimUsers.userId', 'users.primaryEmail', 'scimUsers.userName', 'scimUsers.attributes'])
    .where('scimUsers.ssoConnectorId', '=', connectorId);
  const listed = await own
    .where('userNameKey', '=', key)
    .union(
      own.where('scimUsers.userId', 'in', (where) =>
        where.selectFrom('scimUserEmails').select('userId').where('emailKey', '=', key),
      ),
    )
    .limit(mostListed)
    .execute();
  if (listed.length === 0) return undefined;
  const domains = await routedDomains(ctx, connectorId);
  const [one, other] = listed.filter((row) => accountEmailOf(row, domains)?.toLowerCase() === key);
  if (!one || other) return undefined;
  const takes = one.primaryEmail === null && (await isFree(ctx, 'email', email));
  return { userId: one.userId, added: takes ? { primaryEmail: email } : {} };
};

/** The domain of a trusted address may have been taken from the connector since the sign-in. */
const stillTrusted = async (ctx: Reader, connectorId: string, user: KnownElsewhere): Promise<KnownElsewhere> => {
  const { email, ...rest } = user;
  if (!email || (await routedDomains(ctx, connectorId)).includes(domainOf(email))) return user;
  return { ...rest, unverifiedEmail: email };
};

/** The user whom the connector verified, as far as it is still trusted. */
const readSsoRecord = async (ctx: Reader, record: SsoRecord) => {
  const claimed = provedUser(record);
  const { row } = await requireUnchangedSsoConnector(ctx, record);
  return { row, user: await stillTrusted(ctx, row.id, claimed) };
};

const ssoIdentityOf = ({ connectorId, configDigest, issuer, isSharedIssuer }: SsoRecord, user: KnownElsewhere) => ({
  ...{ connectorId, configDigest, issuer, isSharedIssuer, user },
});

export const findBySso = async (ctx: Reader, record: SsoRecord): Promise<Found> => {
  const { row, user } = await readSsoRecord(ctx, record);
  const ssoIdentity = ssoIdentityOf(record, user);
  const { connectorId } = record;
  const added = { ...(row.syncProfile ? looks(user) : {}), ssoIdentity };
  const owner = await ownerOfSsoIdentity(ctx, record, user.id);
  if (owner) return { userId: owner.userId, added };
  const identifier = user.email ? { type: 'email' as const, value: user.email } : undefined;
  const same = identifier && (await ownerOfAddress(ctx, identifier));
  if (same) return { userId: same.id, added: { ...added, ...verifiedColumns(identifier) } };
  const provisioned = user.email ? await provisionedUser(ctx, connectorId, user.email) : undefined;
  if (!provisioned) throw new RequestError('user.identity_not_exist', { data: {} });
  return { userId: provisioned.userId, added: { ...added, ...provisioned.added } };
};

const refuseTakenIdentity = async (ctx: Ctx, target: string, identityId: string) => {
  if (await ownerOfIdentity(ctx, target, identityId)) throw new RequestError('user.identity_already_in_use');
};

/** Before collected identities are used: their connectors may have been removed or changed, or lost the domain. */
export const requireStillProved = async (ctx: Ctx, { socialIdentity, ssoIdentity }: Identities) => {
  if (socialIdentity) await requireUnchangedConnector(ctx, socialIdentity);
  if (!ssoIdentity) return;
  const { connectorId, user } = ssoIdentity;
  await requireUnchangedSsoConnector(ctx, ssoIdentity);
  if ((await stillTrusted(ctx, connectorId, user)).email !== user.email) {
    throw new RequestError('session.verification_session_not_found', { reason: 'the domain was taken meanwhile' });
  }
};

const isFree = async (ctx: Reader, type: 'email' | 'phone', value: string) =>
  (await findByIdentifier(ctx, { type, value })) === undefined;

/** For a new user: name, avatar, and verified addresses that no other user has. */
const newProfile = async (ctx: Reader, user: KnownElsewhere): Promise<PendingProfile> => {
  const { email, phone } = user;
  return {
    ...looks(user),
    ...(email && (await isFree(ctx, 'email', email)) && { primaryEmail: email }),
    ...(phone && (await isFree(ctx, 'phone', phone)) && { primaryPhone: phone }),
  };
};

export const newFromSocial = async (ctx: Ctx, record: SocialRecord): Promise<PendingProfile> => {
  const user = provedUser(record);
  await requireUnchangedConnector(ctx, record);
  const { connectorId, configDigest, target } = record;
  await refuseTakenIdentity(ctx, target, user.id);
  return { ...(await newProfile(ctx, user)), socialIdentity: { connectorId, configDigest, target, user } };
};

export const newFromSso = async (ctx: Reader, record: SsoRecord): Promise<PendingProfile> => {
  const { user } = await readSsoRecord(ctx, record);
  if (await ownerOfSsoIdentity(ctx, record, user.id)) throw new RequestError('user.identity_already_in_use');
  return { ...(await newProfile(ctx, user)), ssoIdentity: ssoIdentityOf(record, user) };
};
