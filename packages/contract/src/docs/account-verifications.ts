// Documents the verifications of the Account API.
import type { accountVerifications } from '../account-verifications.ts';
import { codeErrors } from './code-errors.ts';
import type { ResourceDoc } from './document.ts';
import { ceremonyFields } from './passkey-fields.ts';

export const verificationRecordId = { text: 'ID of the verification record.', example: 'c4t8y2d6g0hj' };

export const accountVerificationsDoc: ResourceDoc<typeof accountVerifications> = {
  title: 'Verifications',
  about: 'Verifications for sensitive changes. A record is valid for ten minutes and only for its user.',
  operations: {
    password: {
      summary: 'Verifies the user with their password.',
      errors: ['session.verification_blocked_too_many_attempts', 'session.invalid_credentials'],
    },
    sendCode: {
      summary: 'Sends a verification code to an email address or phone number.',
      errors: ['connector.not_found', 'connector.invalid_config', 'connector.general'],
      body: { identifier: { type: 'email', value: 'jane@example.com' } },
    },
    verifyCode: {
      summary: 'Verifies a code that was sent.',
      errors: ['verification_record.not_found', ...codeErrors],
      body: {
        identifier: { type: 'email', value: 'jane@example.com' },
        verificationId: 'c4t8y2d6g0hj',
        code: '482913',
      },
    },
    askSocial: {
      summary: 'Starts a verification with a social provider.',
      errors: [
        'session.insufficient_info',
        'session.invalid_connector_id',
        'connector.unexpected_type',
        'connector.invalid_config',
        'connector.general',
      ],
    },
    verifySocial: {
      summary: 'Verifies the user with the response of a social provider.',
      errors: [
        'verification_record.not_found',
        'entity.not_found',
        'connector.unexpected_type',
        'connector.invalid_config',
        'verification_record.not_supported_for_google_one_tap',
        'session.verification_failed',
        'connector.general',
        'connector.invalid_response',
      ],
    },
    askPasskey: {
      summary: 'Returns the options for verifying the user with one of their passkeys.',
      errors: ['session.mfa.webauthn_verification_not_found'],
    },
    verifyPasskey: {
      summary: 'Verifies the user with a passkey.',
      errors: [
        'verification_record.not_found',
        'session.mfa.webauthn_verification_not_found',
        'session.mfa.webauthn_verification_failed',
        'session.verification_blocked_too_many_attempts',
      ],
    },
    startPasskey: { summary: 'Returns the options for creating a passkey.' },
    finishPasskey: {
      summary: 'Verifies a new passkey.',
      errors: ['verification_record.not_found', 'session.mfa.webauthn_verification_failed'],
    },
  },
  fields: {
    verificationRecordId,
    verificationId: verificationRecordId,
    expiresAt: { text: 'Time of expiry, in ISO 8601 format.', example: '2026-01-01T00:10:00.000Z' },
    identifier: 'Email address or phone number.',
    'identifier.type': { text: 'Type of identifier.', example: 'email' },
    'identifier.value': { text: 'Value of the identifier.', example: 'jane@example.com' },
    type: 'Kind.',
    value: { text: 'Value.', example: 'jane@example.com' },
    templateType: { text: 'Purpose of the message.', example: 'UserPermissionValidation' },
    code: { text: 'Verification code.', example: '482913' },
    scope: { text: 'Scopes to request from the provider, separated by spaces.', example: 'read:user' },
    ...ceremonyFields,
  },
};
