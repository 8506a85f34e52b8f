// The only place that compares a user's password: the sign-in page, the account API, the Me API and the Management API
// all count against the same lockout.
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { limitAttempts } from '../sentinel/sentinel.ts';
import { passwordFits } from './fits.ts';
import { renewPasswordHash } from './renew.ts';

type Owner = Parameters<typeof passwordFits>[1] & { id: string };
const nobody = { passwordEncrypted: null, passwordEncryptionMethod: null };

/** `identifier`: what was typed, counted if no account has it. */
export const checkPassword = async <T extends Owner>(
  ctx: Context,
  owner: T | undefined,
  password: string,
  identifier = '',
): Promise<T> => {
  const target = owner ? { userId: owner.id } : { identifier };
  const proved = await limitAttempts(ctx, { action: 'Password', target }, async () => {
    const fits = await passwordFits(ctx, owner ?? nobody, password);
    if (!owner || !fits) throw new RequestError('session.invalid_credentials');
    return owner;
  });
  return renewPasswordHash(ctx, proved, password);
};
