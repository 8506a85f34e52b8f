// Documents passkey sign-in.
import type { passkeySignIn } from '../passkey-sign-in.ts';
import type { ResourceDoc } from './document.ts';
import { ceremonyFields } from './passkey-fields.ts';

export const passkeySignInDoc: ResourceDoc<typeof passkeySignIn> = {
  title: 'Passkey sign-in',
  about: 'Sign in with a passkey instead of a password or code.',
  operations: {
    start: {
      summary: 'Returns the options for signing in with any passkey of this site.',
      description:
        'They name no user. Call it before or after the interaction is started; a new call replaces the challenge.',
      errors: ['user.sign_in_method_not_enabled'],
    },
    verify: {
      summary: 'Verifies a passkey and finds its user. Continue with the identification.',
      description: 'The passkey must be discoverable and verify the user, so it also satisfies MFA.',
      errors: [
        'user.sign_in_method_not_enabled',
        'session.mfa.pending_info_not_found',
        'session.mfa.webauthn_verification_failed',
        'session.verification_blocked_too_many_attempts',
      ],
    },
    skipOffer: {
      summary: 'Declines to create a passkey. The user is not asked again.',
      errors: [
        'session.not_supported_for_forgot_password',
        'session.identifier_not_found',
        'session.mfa.require_mfa_verification',
        'user.sign_in_method_not_enabled',
        'session.verification_failed',
      ],
    },
  },
  fields: {
    verificationId: { text: 'ID of the verification.', example: 'c4t8y2d6g0hj' },
    payload: ceremonyFields.payload,
    id: ceremonyFields.id,
    type: 'Always `public-key`.',
  },
};
