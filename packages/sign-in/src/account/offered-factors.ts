// Factors that users can set up: those of MFA, and passkeys if they sign in alone.
import type { MfaVerification } from '@tessera/contract/mfa-verifications';
import type { Settings } from '../boot/page.ts';

export const isOffered = ({ mfa, passkeySignIn }: Settings, type: MfaVerification['type']): boolean =>
  mfa.factors.includes(type) || (type === 'WebAuthn' && passkeySignIn.enabled);
