// A new password: policy, breach check and hash.
import { checkPassword, type PasswordIssue, type PasswordUserInfo } from '@tessera/contract/check-password';
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { isBreached } from '../passwords/breach.ts';
import { passwordMethod } from '../passwords/hash.ts';

export const passwordIssues = async (
  ctx: Context,
  password: string,
  user: PasswordUserInfo,
): Promise<PasswordIssue[]> => {
  const { passwordPolicy } = await ctx.services.signInExperiences.of(ctx.tenantId);
  const asked = passwordPolicy.rejects?.pwned ?? true;
  const breach = asked ? await isBreached(ctx.services, password) : 'no';
  if (asked) ctx.services.metrics.countBreachCheck(breach);
  // An unreachable breach service must not block users; the audit log records that it was not checked.
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

export const hashNewPassword = async (
  { services, tenantId }: Pick<Context, 'services' | 'tenantId'>,
  password: string,
) => ({
  passwordEncrypted: await services.passwords.hash(tenantId, password),
  passwordEncryptionMethod: passwordMethod,
});
