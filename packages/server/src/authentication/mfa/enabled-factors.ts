// Factors that users can set up: those of MFA, and passkeys if they sign in alone.
import type { SignInExperience } from '@tessera/contract/sign-in-experience';
import type { Context } from '../../context.ts';

export const canSetUp = async (
  { services, tenantId }: Pick<Context, 'services' | 'tenantId'>,
  type: SignInExperience['mfa']['factors'][number],
): Promise<boolean> => {
  const { mfa, passkeySignIn } = await services.signInExperiences.of(tenantId);
  return mfa.factors.includes(type) || (type === 'WebAuthn' && passkeySignIn.enabled);
};
