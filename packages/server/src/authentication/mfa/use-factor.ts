// Uses a factor: single-use values are recorded before continuing, so that they cannot be reused.

import type { Context } from '../../context.ts';
import { consume } from '../../infrastructure/database/consume.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { withUsedCode } from './backup-codes.ts';
import { type Factor, factorsIn, isPasskey, type PasskeyFactor } from './factors.ts';
import type { PasskeyUse } from './passkeys.ts';
import { acceptedStep } from './totp.ts';

type Ctx = Pick<Context, 'services' | 'db'>;

/** Updates the first factor for which `use` returns one, and returns its ID; `undefined` if there is none. */
const useFirst = async (
  { db }: Ctx,
  userId: string,
  use: (factor: Factor) => Factor | undefined,
): Promise<string | undefined> => {
  let factorId: string | undefined;
  const isUsed = await consume.factor(db, userId, (stored) => {
    const factors = factorsIn(stored);
    for (const [index, factor] of factors.entries()) {
      const used = use(factor);
      factorId = factor.id;
      if (used) return factors.with(index, used);
    }
    return undefined;
  });
  return isUsed ? factorId : undefined;
};

const nowIn = ({ services }: Ctx) => new Date(services.clock.now()).toISOString();

/** Verifies a TOTP code with the user's secret. Returns the ID of the factor. */
export const useTotp = async (ctx: Ctx, userId: string, code: string): Promise<string> => {
  const factorId = await useFirst(ctx, userId, (factor) => {
    if (factor.type !== 'Totp') return undefined;
    const step = acceptedStep(ctx, { secret: factor.key, code, after: factor.step });
    return step === undefined ? undefined : { ...factor, step, lastUsedAt: nowIn(ctx) };
  });
  if (!factorId) throw new RequestError('session.mfa.invalid_totp_code');
  return factorId;
};

/** Returns the ID of the set of codes. */
export const useBackupCode = async (ctx: Ctx, userId: string, code: string): Promise<string> => {
  const factorId = await useFirst(ctx, userId, (factor) =>
    factor.type === 'BackupCode' ? withUsedCode(factor, code, nowIn(ctx)) : undefined,
  );
  if (!factorId) throw new RequestError('session.mfa.invalid_backup_code');
  return factorId;
};

/** What contradicts the stored record of a passkey that has signed correctly. */
export type PasskeyDoubt = 'counter' | 'backupEligible';

/** A counter decreases only in a copy; those without one always report 0. Whether it can be synced never changes. */
const doubtAbout = (stored: PasskeyFactor, { counter, backupEligible }: PasskeyUse): PasskeyDoubt | undefined => {
  if (counter <= stored.counter && counter + stored.counter > 0) return 'counter';
  return (stored.backupEligible ?? backupEligible) === backupEligible ? undefined : 'backupEligible';
};

export const usePasskey = async (
  ctx: Ctx,
  userId: string,
  use: PasskeyUse,
  onDoubt: (doubt: PasskeyDoubt) => void = () => {},
): Promise<void> => {
  const { factorId, ...changed } = use;
  const accepted = await useFirst(ctx, userId, (factor) => {
    if (!isPasskey(factor) || factor.id !== factorId) return undefined;
    const doubt = doubtAbout(factor, use);
    if (!doubt) return { ...factor, ...changed, lastUsedAt: nowIn(ctx) };
    onDoubt(doubt);
    return undefined;
  });
  if (!accepted) throw new RequestError('session.mfa.webauthn_verification_failed');
};
