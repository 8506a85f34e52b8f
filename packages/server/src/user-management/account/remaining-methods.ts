// Refuses to remove the last way in which a user can sign in.
import { factorsIn, isPasskey } from '../../authentication/mfa/factors.ts';
import type { ContextFor } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import type { UserColumns } from '../users/write-rules.ts';
import type { OwnRow } from './own-row.ts';

type Ctx = ContextFor<'account'>;
type Credentials = Pick<
  OwnRow,
  'username' | 'primaryEmail' | 'primaryPhone' | 'passwordEncrypted' | 'identities' | 'mfaVerifications'
>;

const columns = { username: 'username', email: 'primaryEmail', phone: 'primaryPhone' } as const;

const hasCompanyIdentity = async ({ db, userId }: Ctx): Promise<boolean> => {
  const row = await db
    .selectFrom('userSsoIdentities')
    .select('id')
    .where('userId', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** Returns a check of a change, to be used while the row is locked. */
export const keepsSignIn = async (ctx: Ctx) => {
  const experience = await ctx.services.signInExperiences.of(ctx.tenantId);
  const { signIn, socialSignInConnectorTargets, singleSignOnEnabled, passkeySignIn } = experience;
  const usesSso = singleSignOnEnabled && (await hasCompanyIdentity(ctx));
  const canSignIn = (user: Credentials): boolean =>
    usesSso ||
    (passkeySignIn.enabled && factorsIn(user.mfaVerifications).some(isPasskey)) ||
    socialSignInConnectorTargets.some((target) => Object.hasOwn(user.identities, target)) ||
    signIn.methods.some(
      ({ identifier, password, verificationCode }) =>
        Boolean(user[columns[identifier]]) &&
        ((password && user.passwordEncrypted !== null) || (verificationCode && identifier !== 'username')),
    );
  return <Change extends UserColumns>(before: OwnRow, change: Change): Change => {
    if (canSignIn(before) && !canSignIn({ ...before, ...(change as Partial<Credentials>) })) {
      throw new RequestError('user.last_sign_in_method');
    }
    return change;
  };
};
