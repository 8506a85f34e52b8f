// Documents the steps of MFA during sign-in, and consent.
import type { consent } from '../consent.ts';
import type { experienceMfa } from '../experience-mfa.ts';
import { codeErrors } from './code-errors.ts';
import type { ResourceDoc } from './document.ts';
import { ceremonyFields } from './passkey-fields.ts';

const verificationId = { text: 'ID of the verification.', example: 'c4t8y2d6g0hj' };
const code = { text: 'Verification code.', example: '482913' };

export const experienceMfaDoc: ResourceDoc<typeof experienceMfa> = {
  title: 'MFA during sign-in',
  about: 'Verify MFA factors at sign-in, or set them up.',
  operations: {
    sendCode: {
      summary: 'Sends an MFA code to the email address or phone number of the user.',
      errors: [
        'session.identifier_not_found',
        'session.mfa.mfa_factor_not_enabled',
        'connector.not_found',
        'connector.invalid_config',
        'connector.general',
      ],
    },
    verifyCode: {
      summary: 'Verifies an MFA code.',
      errors: ['session.identifier_not_found', 'session.verification_session_not_found', ...codeErrors],
    },
    createTotpSecret: {
      summary: 'Creates a secret for an authenticator app.',
      errors: ['session.identifier_not_found'],
    },
    verifyTotp: {
      summary: 'Verifies a code of an authenticator app.',
      description: 'With `verificationId` it confirms a new secret, without it the one the user has.',
      errors: [
        'session.identifier_not_found',
        'session.verification_blocked_too_many_attempts',
        'session.mfa.invalid_totp_code',
        'session.verification_session_not_found',
      ],
    },
    startPasskeyRegistration: {
      summary: 'Returns the options for creating a passkey.',
      errors: ['session.identifier_not_found'],
    },
    verifyPasskeyRegistration: {
      summary: 'Verifies a new passkey.',
      errors: [
        'session.identifier_not_found',
        'session.verification_session_not_found',
        'session.mfa.webauthn_verification_failed',
        'session.mfa.pending_info_not_found',
      ],
    },
    startPasskey: {
      summary: 'Returns the options for signing in with a passkey.',
      errors: ['session.identifier_not_found', 'session.mfa.webauthn_verification_not_found'],
    },
    verifyPasskey: {
      summary: 'Verifies a passkey of the user.',
      errors: [
        'session.identifier_not_found',
        'session.verification_session_not_found',
        'session.verification_blocked_too_many_attempts',
        'session.mfa.webauthn_verification_not_found',
        'session.mfa.webauthn_verification_failed',
        'session.mfa.pending_info_not_found',
      ],
    },
    generateBackupCodes: { summary: 'Creates backup codes.', errors: ['session.identifier_not_found'] },
    verifyBackupCode: {
      summary: 'Verifies a backup code. Each code works once.',
      errors: [
        'session.identifier_not_found',
        'session.verification_blocked_too_many_attempts',
        'session.mfa.invalid_backup_code',
      ],
    },
    bind: {
      summary: 'Adds a verified factor to the user.',
      errors: [
        'session.not_supported_for_forgot_password',
        'session.identifier_not_found',
        'session.mfa.require_mfa_verification',
        'user.sign_in_method_not_enabled',
        'session.mfa.mfa_factor_not_enabled',
        'password.rejected',
        'session.verification_session_not_found',
        'session.sso_enabled',
        'session.email_blocklist.email_subaddressing_not_allowed',
        'session.email_blocklist.email_not_allowed',
        'session.email_blocklist.disposable_email_validation_failed',
        'session.verification_failed',
        'user.identity_already_in_use',
        'user.totp_already_in_use',
        'session.mfa.backup_code_can_not_be_alone',
      ],
    },
    skip: {
      summary: 'Skips the setup of MFA.',
      errors: [
        'session.not_supported_for_forgot_password',
        'session.identifier_not_found',
        'session.mfa.require_mfa_verification',
        'user.sign_in_method_not_enabled',
        'session.verification_failed',
        'session.mfa.mfa_policy_not_user_controlled',
      ],
    },
    skipSuggestion: {
      summary: 'Skips the suggestion to add another MFA factor.',
      errors: [
        'session.not_supported_for_forgot_password',
        'session.identifier_not_found',
        'session.mfa.require_mfa_verification',
        'user.sign_in_method_not_enabled',
        'session.verification_failed',
        'session.mfa.mfa_policy_not_user_controlled',
      ],
    },
  },
  fields: {
    identifierType: 'Whether the code is sent by email or SMS.',
    verificationId,
    code,
    secret: { text: 'Secret for the authenticator app, base32.', example: 'JBSWY3DPEHPK3PXP' },
    secretQrCode: {
      text: 'QR code of the secret, as a data URL.',
      example: 'data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=',
    },
    codes: { text: 'Backup codes.', example: ['4f9a1c0b7e', 'b83d25f6a1'] },
    type: 'Type of factor.',
    ...ceremonyFields,
  },
};

export const consentDoc: ResourceDoc<typeof consent> = {
  title: 'Consent',
  about: 'Consent of a signed-in user to a third-party application.',
  operations: {
    get: {
      summary: 'Returns the access a third-party application requests.',
      errors: ['session.not_found', 'entity.not_exists_with_id'],
    },
    grant: {
      summary: 'Grants a third-party application the requested access.',
      errors: ['session.not_found', 'organization.require_membership'],
    },
    deny: {
      summary: 'Refuses the requested access. The application gets the error `access_denied`.',
      errors: ['session.not_found', 'session.identity_conflict'],
    },
  },
  fields: {
    application: 'Application that requests access.',
    'application.id': { text: 'ID of the application.', example: 'a5v9c3n0r2lw' },
    'application.name': { text: 'Name of the application.', example: 'Calendar' },
    displayName: { text: 'Name of the application on the consent page.', example: 'Acme Calendar' },
    user: 'Signed-in user.',
    'user.id': { text: 'ID of the user.', example: 'u8k2m4qs7x1c' },
    'user.name': { text: 'Full name.', example: 'Jane Doe' },
    id: { text: 'ID of the organization.', example: 'o3h6t1z8y4bk' },
    name: { text: 'Name of the organization.', example: 'Acme' },
    organizations: 'Organizations the user can grant access to.',
    isOpen: 'Whether the application can already access the organization.',
    missingResourceScopes: 'API permissions that are not granted yet.',
    resource: 'API resource.',
    'resource.id': { text: 'ID of the API resource.', example: 'p6m0z3q8t5ha' },
    'resource.name': { text: 'Name of the API resource.', example: 'Orders API' },
    indicator: { text: 'Identifier of the API resource.', example: 'https://api.example.com' },
    scopes: 'Permissions of the API resource.',
    'scopes.id': { text: 'ID of the permission.', example: 's2c7x4l9w1fe' },
    'scopes.name': { text: 'Name of the permission.', example: 'read:orders' },
    description: { text: 'Description of the permission.', example: 'Reads orders.' },
    isSelfRegistered: 'Whether the application registered itself (RFC 7591).',
    metadataUrl: 'The URL of the document that describes the application, if there is one.',
    isDevice: 'Whether the user signs in a device, and has no application to return to.',
    missingOIDCScope: { text: 'OpenID Connect scopes that are not granted yet.', example: ['profile', 'email'] },
  },
};
