// Rules between identifiers, methods and recovery: everything enabled must work and lead to an account.
import type { SignInExperience } from '@tessera/contract/sign-in-experience';
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import type { Channel } from '../messages/delivery-channels.ts';

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

/** The same code cannot be used for both factors. */
const refuseSecondFactor = (identifier: string, { factors }: Rules['mfa']) => {
  if (identifier === 'email' && factors.includes('EmailVerificationCode')) {
    throw new RequestError('sign_in_experiences.email_verification_code_cannot_be_used_for_sign_in');
  }
  if (identifier === 'phone' && factors.includes('PhoneVerificationCode')) {
    throw new RequestError('sign_in_experiences.phone_verification_code_cannot_be_used_for_sign_in');
  }
};

const checkSignIn = async (ctx: Context, { signIn: { methods }, signUp, mfa }: Rules) => {
  for (const [index, { identifier, password, verificationCode }] of methods.entries()) {
    // Codes can't be sent to a username.
    if (!password && (!verificationCode || identifier === 'username')) {
      throw new RequestError('sign_in_experiences.at_least_one_authentication_factor');
    }
    if (verificationCode) {
      await refuseWithout(ctx, identifier);
      refuseSecondFactor(identifier, mfa);
    }
    // Users who register with a code and no password must be able to sign in with a code.
    const needsCode = signUp.verify && !signUp.password && identifier !== 'username';
    if (needsCode && !verificationCode) {
      const paths = [
        ['signIn', 'methods', index, 'verificationCode'],
        ['signUp', 'password'],
      ];
      const issues = paths.map((path) => ({ code: 'custom' as const, path, key: 'code_sign_in' as const }));
      throw new RequestError('sign_in_experiences.code_sign_in_must_be_enabled', { fields: { part: 'body', issues } });
    }
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
  // Cloud only, where the operator maintains the list.
  if (blockDisposableAddresses && !ctx.services.settings.capabilities.hasDisposableEmailList)
    throw new RequestError('request.invalid_input');
};

export const checkRules = async (ctx: Context, rules: Rules, changed: Partial<Rules>) => {
  if (changed.signUp) await checkSignUp(ctx, rules.signUp);
  // Clients update sign-up first and sign-in second, so the rules between the two apply when sign-in is sent.
  if (changed.signIn) await checkSignIn(ctx, rules);
  if (changed.forgotPasswordMethods) await checkRecovery(ctx, rules.forgotPasswordMethods);
  if (changed.emailBlocklistPolicy) checkBlocklist(ctx, rules.emailBlocklistPolicy);
};
