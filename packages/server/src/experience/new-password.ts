// A password somebody wants to start using: the tenant's policy, the breach list, the hash.
import { checkPassword, type PasswordIssue, type PasswordUserInfo } from '@tessera/contract/check-password';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { isBreached } from '../passwords/breach.ts';
import { hashPassword } from '../passwords/hash.ts';

export const passwordIssues = async (
  ctx: Context,
  password: string,
  user: PasswordUserInfo,
): Promise<PasswordIssue[]> => {
  const { passwordPolicy } = await ctx.services.signInExperiences.of(ctx.tenantId);
  const asked = passwordPolicy.rejects?.pwned ?? true;
  const breach = asked ? await isBreached(ctx.services, password) : 'no';
  if (asked) ctx.services.metrics.countBreachCheck(breach);
  // A list that cannot be reached must not keep people out; the records say that it was not asked.
  if (breach === 'unknown') {
    ctx.log.warn('the list of breached passwords could not be reached');
    ctx.audit('PasswordBreachCheck', { result: 'Error', error: { code: 'unreachable' } });
  }
  return checkPassword(password, passwordPolicy, user, { pwned: breach === 'yes' });
};

export const checkPasswordPolicy = async (ctx: Context, password: string, user: PasswordUserInfo) => {
  const issues = await passwordIssues(ctx, password, user);
  if (issues.length > 0) throw new RequestError('password.rejected', { data: issues });
};

export const hashNewPassword = async (password: string) => ({
  passwordEncrypted: await hashPassword(password),
  passwordEncryptionMethod: 'Argon2id' as const,
});
