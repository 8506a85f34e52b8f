// Rules for MFA factors: no duplicates, no sign-in methods, and only deliverable ones.
import type { SignInExperience } from '@tessera/contract/sign-in-experience';
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';

const codes = [
  { factor: 'EmailVerificationCode', identifier: 'email', channel: 'Email' },
  { factor: 'PhoneVerificationCode', identifier: 'phone', channel: 'Sms' },
] as const;

export const checkMfa = async (ctx: Context, { mfa, signIn }: Pick<SignInExperience, 'mfa' | 'signIn'>) => {
  const { factors } = mfa;
  if (new Set(factors).size < factors.length) throw new RequestError('sign_in_experiences.duplicated_mfa_factors');
  if (factors.length === 1 && factors[0] === 'BackupCode') {
    throw new RequestError('sign_in_experiences.backup_code_cannot_be_enabled_alone');
  }
  for (const { factor, identifier, channel } of codes) {
    if (!factors.includes(factor)) continue;
    // The same code cannot be used for both factors.
    if (signIn.methods.some((method) => method.identifier === identifier && method.verificationCode)) {
      throw new RequestError(`sign_in_experiences.${identifier}_verification_code_cannot_be_used_for_mfa`);
    }
    if (!(await ctx.services.messages.canSend(ctx.tenantId, channel))) {
      throw new RequestError('sign_in_experiences.enabled_connector_not_found', { values: { type: channel } });
    }
  }
  if (factors.length > 0) await ctx.quota('mfaEnabled');
};
