// People who are known somewhere else: who they are here, and what of them is taken over.
import { findSocialConnector, type KnownElsewhere } from '../connectors/social-connector.ts';
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { domainOf, findSsoConnector } from '../sso-connectors/find.ts';
import type { PendingProfile } from './interaction.ts';
import { findByIdentifier } from './unique-identifiers.ts';
import type { SocialRecord, SsoRecord } from './verifications.ts';

type Ctx = ContextFor<'interaction'>;
/** The person, and what the record adds to their account. */
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

const ownerOfSsoIdentity = ({ db }: Ctx, issuer: string, identityId: string) =>
  db
    .selectFrom('userSsoIdentities')
    .select('userId')
    .where('issuer', '=', issuer)
    .where('identityId', '=', identityId)
    .executeTakeFirst();

/** Who owns an address that the other side has verified, unless somebody else from there is linked to them already. */
const relatedUser = async (ctx: Ctx, target: string, { phone, email }: KnownElsewhere) => {
  const candidates = [
    ...(phone ? [{ type: 'phone' as const, value: phone }] : []),
    ...(email ? [{ type: 'email' as const, value: email }] : []),
  ];
  for (const identifier of candidates) {
    const user = await findByIdentifier(ctx, identifier);
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
  const { target, connectorId } = record;
  const { syncProfile } = await findSocialConnector(ctx, connectorId);
  const synced = syncProfile ? looks(user) : {};
  const owner = await ownerOfIdentity(ctx, target, user.id);
  if (owner) return { userId: owner.userId, added: synced };
  const related = await relatedUser(ctx, target, user);
  if (!related || !link) {
    throw new RequestError('user.identity_not_exist', { data: related ? { relatedUser: related.identifier } : {} });
  }
  return { userId: related.id, added: { ...synced, socialIdentity: { target, user } } };
};

export const findBySso = async (ctx: Ctx, record: SsoRecord): Promise<Found> => {
  const user = provedUser(record);
  const { connectorId, issuer } = record;
  const { row } = await findSsoConnector(ctx, connectorId);
  const added = { ...(row.syncProfile ? looks(user) : {}), ssoIdentity: { connectorId, issuer, user } };
  const owner = await ownerOfSsoIdentity(ctx, issuer, user.id);
  if (owner) return { userId: owner.userId, added };
  // A company answers for its own addresses, not for those of others.
  const isOwn = user.email !== undefined && row.domains.includes(domainOf(user.email));
  const same = isOwn && user.email ? await findByIdentifier(ctx, { type: 'email', value: user.email }) : undefined;
  if (!same) throw new RequestError('user.identity_not_exist', { data: {} });
  return { userId: same.id, added };
};

export const refuseTakenIdentity = async (ctx: Ctx, target: string, identityId: string) => {
  if (await ownerOfIdentity(ctx, target, identityId)) throw new RequestError('user.identity_already_in_use');
};

/** For somebody new: their looks, and the addresses that nobody here has yet. */
export const newFromSocial = async (ctx: Ctx, record: SocialRecord): Promise<PendingProfile> => {
  const user = provedUser(record);
  await refuseTakenIdentity(ctx, record.target, user.id);
  const { email, phone } = user;
  const isFree = async (type: 'email' | 'phone', value: string | undefined) =>
    value !== undefined && (await findByIdentifier(ctx, { type, value })) === undefined;
  return {
    ...looks(user),
    ...((await isFree('email', email)) && email && { primaryEmail: email }),
    ...((await isFree('phone', phone)) && phone && { primaryPhone: phone }),
    socialIdentity: { target: record.target, user },
  };
};

export const newFromSso = async (ctx: Ctx, record: SsoRecord): Promise<PendingProfile> => {
  const user = provedUser(record);
  const { connectorId, issuer } = record;
  if (await ownerOfSsoIdentity(ctx, issuer, user.id)) throw new RequestError('user.identity_already_in_use');
  return {
    ...looks(user),
    ...(user.email && { primaryEmail: user.email }),
    ssoIdentity: { connectorId, issuer, user },
  };
};
