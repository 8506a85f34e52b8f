// The user that a sign-in with enterprise SSO leads to, decided by the functions of the sign-in without any change.
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { allowedUser } from './allowed-user.ts';
import { refuseBlockedEmail } from './email-blocklist.ts';
import { type Found, findBySso, newFromSso } from './external-identities.ts';
import { checkEventAllowed } from './sign-in-mode.ts';
import { refuseTakenIdentifiers } from './unique-identifiers.ts';
import type { SsoRecord } from './verifications.ts';

/** Also for responses that arrive outside of the gate. */
type Ctx = Pick<Context, 'db' | 'log' | 'services' | 'tenantId'>;
export type SsoDecision = {
  decision: 'create' | 'link' | 'sign_in' | 'refuse';
  userId: string | null;
  name: string | null;
  primaryEmail: string | null;
};

const existingUser = (ctx: Ctx, record: SsoRecord): Promise<Found | undefined> =>
  findBySso(ctx, record).catch((error: unknown) => {
    if (error instanceof RequestError && error.code === 'user.identity_not_exist') return undefined;
    throw error;
  });

/** The sign-in refuses it: an address can belong to another employee now. */
export const otherIdentifier = 'the user has another identifier at this identity provider';
const requireSameIdentifier = async ({ db }: Ctx, userId: string, { connectorId, issuer, user }: SsoRecord) => {
  const linked = await db
    .selectFrom('userSsoIdentities')
    .select(['issuer', 'identityId'])
    .where('userId', '=', userId)
    .where('ssoConnectorId', '=', connectorId)
    .executeTakeFirst();
  if (linked?.issuer === issuer && linked.identityId !== user?.id) {
    throw new RequestError('user.identity_already_in_use', { reason: otherIdentifier });
  }
};

export const decideSsoUser = async (ctx: Ctx, record: SsoRecord): Promise<SsoDecision> => {
  const found = await existingUser(ctx, record);
  if (found) {
    await checkEventAllowed(ctx, 'SignIn', false);
    const { id: userId, name, primaryEmail } = await allowedUser(ctx, found.userId);
    await requireSameIdentifier(ctx, userId, record);
    return { decision: found.added.verifiedEmail ? 'link' : 'sign_in', userId, name, primaryEmail };
  }
  const email = record.user?.email;
  if (email) await refuseBlockedEmail(ctx, email);
  const profile = await newFromSso(ctx, record);
  await refuseTakenIdentifiers(ctx, profile);
  await checkEventAllowed(ctx, 'Register', false);
  return {
    ...{ decision: 'create', userId: null },
    name: profile.name ?? null,
    primaryEmail: profile.primaryEmail ?? null,
  };
};

/** The user whose sign-in is refused, if there is one. */
export const findRefusedUser = async (ctx: Ctx, record: SsoRecord): Promise<SsoDecision | null> => {
  const found = await existingUser(ctx, record).catch(() => undefined);
  if (!found) return null;
  const {
    id: userId,
    name,
    primaryEmail,
  } = await ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'primaryEmail'])
    .where('id', '=', found.userId)
    .executeTakeFirstOrThrow();
  return { decision: 'refuse', userId, name, primaryEmail };
};
