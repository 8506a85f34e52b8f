// The rules between identifiers, methods and recovery: what is switched on must work, and lead to an account.
import type { SignInExperience } from '@tessera/contract/sign-in-experience';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import type { Channel } from '../messages/ways.ts';

type Rules = Pick<SignInExperience, 'signIn' | 'signUp' | 'forgotPasswordMethods' | 'emailBlocklistPolicy' | 'mfa'>;

const channels: Record<string, Channel> = { email: 'Email', phone: 'Sms' };

const refuseWithout = async (ctx: Context, identifier: string) => {
  const channel = channels[identifier];
  if (channel === undefined || (await ctx.services.messages.canSend(ctx.tenantId, channel))) return;
  throw new RequestError('sign_in_experiences.enabled_connector_not_found', { values: { type: channel } });
};

const checkSignUp = async (ctx: Context, { identifiers, secondaryIdentifiers = [], verify }: Rules['signUp']) => {
  const secondary = secondaryIdentifiers.map(({ identifier }) => identifier);
  if (secondary.length > 0 && identifiers.length === 0) {
    throw new RequestError('sign_in_experiences.missing_sign_up_identifiers');
  }
  const expanded = [...identifiers, ...secondary].flatMap((one) => (one === 'emailOrPhone' ? ['email', 'phone'] : one));
  if (new Set(expanded).size < expanded.length) {
    throw new RequestError('sign_in_experiences.duplicated_sign_up_identifiers');
  }
  if (identifiers.some((identifier) => identifier !== 'username') && !verify) {
    throw new RequestError('sign_in_experiences.passwordless_requires_verify');
  }
  for (const identifier of expanded) await refuseWithout(ctx, identifier);
};

/** One and the same code proves nothing twice. */
const refuseSecondFactor = (identifier: string, { factors }: Rules['mfa']) => {
  if (identifier === 'email' && factors.includes('EmailVerificationCode')) {
    throw new RequestError('sign_in_experiences.email_verification_code_cannot_be_used_for_sign_in');
  }
  if (identifier === 'phone' && factors.includes('PhoneVerificationCode')) {
    throw new RequestError('sign_in_experiences.phone_verification_code_cannot_be_used_for_sign_in');
  }
};

const checkSignIn = async (ctx: Context, { signIn: { methods }, signUp, mfa }: Rules) => {
  for (const { identifier, password, verificationCode } of methods) {
    // Nothing can be sent to a username.
    if (!password && (!verificationCode || identifier === 'username')) {
      throw new RequestError('sign_in_experiences.at_least_one_authentication_factor');
    }
    if (verificationCode) {
      await refuseWithout(ctx, identifier);
      refuseSecondFactor(identifier, mfa);
    }
    // Whoever registers with a code and no password must be able to come back with a code.
    const needsCode = signUp.verify && !signUp.password && identifier !== 'username';
    if (needsCode && !verificationCode) throw new RequestError('sign_in_experiences.code_sign_in_must_be_enabled');
  }
};

const checkRecovery = async (ctx: Context, methods: Rules['forgotPasswordMethods']) => {
  for (const method of methods ?? []) {
    const channel = method === 'EmailVerificationCode' ? 'Email' : 'Sms';
    if (await ctx.services.messages.canSend(ctx.tenantId, channel)) continue;
    throw new RequestError('sign_in_experiences.forgot_password_method_requires_connector', { data: { method } });
  }
};

const blocklistEntry = /^\S*@\S+\.\S+$/;
const checkBlocklist = (ctx: Context, policy: Rules['emailBlocklistPolicy']) => {
  const { customBlocklist = [], blockDisposableAddresses = false } = policy;
  const items = customBlocklist.filter((entry) => !blocklistEntry.test(entry));
  if (items.length > 0) {
    throw new RequestError('sign_in_experiences.invalid_custom_email_blocklist_format', { data: { items } });
  }
  // Promised in the cloud alone, where the operator knows more and more of them.
  if (blockDisposableAddresses && ctx.services.settings.edition === 'oss')
    throw new RequestError('request.invalid_input');
};

export const checkRules = async (ctx: Context, rules: Rules, changed: Partial<Rules>) => {
  if (changed.signUp) await checkSignUp(ctx, rules.signUp);
  if (changed.signIn || changed.signUp) await checkSignIn(ctx, rules);
  if (changed.forgotPasswordMethods) await checkRecovery(ctx, rules.forgotPasswordMethods);
  if (changed.emailBlocklistPolicy) checkBlocklist(ctx, rules.emailBlocklistPolicy);
};
