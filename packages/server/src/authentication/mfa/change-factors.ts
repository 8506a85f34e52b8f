// Adds and removes a user's MFA factors. Used during sign-in, by the account API and by administrators.
import type { SignInExperience } from '@tessera/contract/sign-in-experience';
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { userNotFound } from '../../user-management/users/find-user.ts';
import type { Writer } from '../../user-management/users/write-rules.ts';
import { writeUser } from '../../user-management/users/write-user.ts';
import { type Factor, factorsIn, remaining } from './factors.ts';

type Ctx = Pick<Context, 'change' | 'services' | 'tenantId'>;
type FactorType = SignInExperience['mfa']['factors'][number];

/** Codes to an address need no setup: an account with the address has the factor, if enabled. */
export const implicitFactors = (
  enabled: readonly FactorType[],
  { primaryEmail, primaryPhone }: { primaryEmail?: string | null; primaryPhone?: string | null },
): ('EmailVerificationCode' | 'PhoneVerificationCode')[] => [
  ...(primaryPhone && enabled.includes('PhoneVerificationCode') ? (['PhoneVerificationCode'] as const) : []),
  ...(primaryEmail && enabled.includes('EmailVerificationCode') ? (['EmailVerificationCode'] as const) : []),
];

/** One authenticator app, one set of backup codes, any number of passkeys. */
const withFactor = (factors: Factor[], added: Factor): Factor[] => {
  switch (added.type) {
    case 'Totp':
      if (factors.some(({ type }) => type === 'Totp')) throw new RequestError('user.totp_already_in_use');
      return [...factors, added];
    case 'BackupCode':
      return [...factors.filter(({ type }) => type !== 'BackupCode'), added];
    case 'WebAuthn': {
      const isSame = (factor: Factor) => factor.type === 'WebAuthn' && factor.credentialId === added.credentialId;
      return [...factors.filter((factor) => !isSame(factor)), added];
    }
  }
};

export const hasUnusedBackupCodes = (factors: Factor[]): boolean =>
  factors.some((factor) => factor.type === 'BackupCode' && remaining(factor) > 0);

type Locked = { factors: Factor[]; primaryEmail: string | null; primaryPhone: string | null };

/** Locks the factors until the change is committed. Returns what `next` makes of them. */
export const changeFactors = async (
  ctx: Ctx,
  writer: Writer,
  userId: string,
  next: (locked: Locked) => Factor[] | Promise<Factor[]>,
): Promise<Factor[]> => {
  const tx = await ctx.change.transaction();
  const row = await tx
    .selectFrom('users')
    .select(['mfaVerifications', 'primaryEmail', 'primaryPhone'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw userNotFound();
  const { mfaVerifications, ...addresses } = row;
  const factors = await next({ ...addresses, factors: factorsIn(mfaVerifications) });
  await writeUser(ctx, writer, userId, { mfaVerifications: factors });
  return factors;
};

export const removeAllFactors = async (ctx: Ctx, writer: Writer, userId: string): Promise<void> => {
  await changeFactors(ctx, writer, userId, () => []);
};

export const addFactors = (ctx: Ctx, writer: Writer, userId: string, added: Factor[]): Promise<Factor[]> =>
  changeFactors(ctx, writer, userId, ({ factors }) => added.reduce(withFactor, factors));

/** Backup codes need another factor, and replace only a set without codes left. */
export const addBackupCodes = async (
  ctx: Ctx,
  writer: Writer,
  userId: string,
  set: Factor & { type: 'BackupCode' },
): Promise<void> => {
  const { mfa } = await ctx.services.signInExperiences.of(ctx.tenantId);
  await changeFactors(ctx, writer, userId, ({ factors, ...addresses }) => {
    if (hasUnusedBackupCodes(factors)) throw new RequestError('user.backup_code_already_in_use');
    const others = factors.filter(({ type }) => type !== 'BackupCode');
    if (others.length + implicitFactors(mfa.factors, addresses).length === 0) {
      throw new RequestError('session.mfa.backup_code_can_not_be_alone');
    }
    return withFactor(factors, set);
  });
};

/** `false`: there is no such factor. */
export const removeFactor = async (ctx: Ctx, writer: Writer, userId: string, id: string): Promise<boolean> => {
  let found = false;
  await changeFactors(ctx, writer, userId, ({ factors }) => {
    found = factors.some((factor) => factor.id === id);
    return factors.filter((factor) => factor.id !== id);
  });
  return found;
};
