// Sign-in settings that need a connector, to warn before it is deleted.
import type { Connector, Experience } from '../sign-in-experience/query.ts';

export type Use = 'sign_up' | 'sign_in' | 'recovery' | 'mfa' | 'button' | 'app_button';

const channels = {
  Email: { identifier: 'email', code: 'EmailVerificationCode' },
  Sms: { identifier: 'phone', code: 'PhoneVerificationCode' },
} as const;

export const usesOf = (
  { type, target, platform }: Pick<Connector, 'type' | 'target' | 'platform'>,
  { signUp, signIn, forgotPasswordMethods, mfa, socialSignInConnectorTargets }: Experience,
  /** The other ones. */
  connectors: readonly Connector[],
): Use[] => {
  if (type === 'Social') {
    const isServed = connectors.some(
      (other) => other.target === target && [platform, 'Universal'].includes(other.platform),
    );
    if (isServed || !socialSignInConnectorTargets.includes(target)) return [];
    return [platform === 'Native' ? 'app_button' : 'button'];
  }
  const { identifier, code } = channels[type];
  const isVerifiedAtSignUp =
    (signUp.verify && signUp.identifiers.includes(identifier)) ||
    (signUp.secondaryIdentifiers ?? []).some((asked) => asked.identifier === identifier && asked.verify);
  const hasPassword = signIn.methods.some(({ password }) => password);
  // Without a choice of the tenant, recovery follows from the connectors.
  const isRecovery = hasPassword && (forgotPasswordMethods ?? [code]).includes(code);
  return [
    ...(isVerifiedAtSignUp ? (['sign_up'] as const) : []),
    ...(signIn.methods.some((method) => method.identifier === identifier && method.verificationCode)
      ? (['sign_in'] as const)
      : []),
    ...(isRecovery ? (['recovery'] as const) : []),
    ...(mfa.factors.includes(code) ? (['mfa'] as const) : []),
  ];
};
