// Using a factor: what was accepted once is written down before anybody goes on, so that it is not accepted again.
import { consume } from '../database/consume.ts';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { withUsedCode } from './backup-codes.ts';
import { type Factor, factorsIn } from './factors.ts';
import { acceptedStep } from './totp.ts';

type Ctx = Pick<Context, 'services' | 'db'>;

/** Changes the first factor that `use` has an answer for; `false` when there is none. */
const useFirst = ({ db }: Ctx, userId: string, use: (factor: Factor) => Factor | undefined): Promise<boolean> =>
  consume.factor(db, userId, (stored) => {
    const factors = factorsIn(stored);
    for (const [index, factor] of factors.entries()) {
      const used = use(factor);
      if (used) return factors.with(index, used);
    }
    return undefined;
  });

const nowIn = ({ services }: Ctx) => new Date(services.clock.now()).toISOString();

/** The code of an authenticator app, against the secret that the person has set up. */
export const useTotp = async (ctx: Ctx, userId: string, code: string): Promise<void> => {
  const accepted = await useFirst(ctx, userId, (factor) => {
    if (factor.type !== 'Totp') return undefined;
    const step = acceptedStep(ctx, { secret: factor.key, code, after: factor.step });
    return step === undefined ? undefined : { ...factor, step, lastUsedAt: nowIn(ctx) };
  });
  if (!accepted) throw new RequestError('session.mfa.invalid_totp_code');
};

export const useBackupCode = async (ctx: Ctx, userId: string, code: string): Promise<void> => {
  const accepted = await useFirst(ctx, userId, (factor) =>
    factor.type === 'BackupCode' ? withUsedCode(factor, code, nowIn(ctx)) : undefined,
  );
  if (!accepted) throw new RequestError('session.mfa.invalid_backup_code');
};

/** A passkey that counts its uses never counts backwards, unless somebody has copied it. */
export const usePasskey = async (ctx: Ctx, userId: string, factorId: string, counter: number): Promise<void> => {
  const accepted = await useFirst(ctx, userId, (factor) =>
    factor.type === 'WebAuthn' && factor.id === factorId && (counter > factor.counter || counter + factor.counter === 0)
      ? { ...factor, counter, lastUsedAt: nowIn(ctx) }
      : undefined,
  );
  if (!accepted) throw new RequestError('session.mfa.webauthn_verification_failed');
};
