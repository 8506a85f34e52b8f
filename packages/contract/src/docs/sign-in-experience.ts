// Documents the sign-in experience, custom phrases, password checks and CAPTCHA.
import type { captchaProviders } from '../captcha-provider.ts';
import type { customPhrases } from '../custom-phrases.ts';
import type { customUi } from '../custom-ui.ts';
import type { passwordCheck } from '../password-check.ts';
import type { sentinelActivities } from '../sentinel-activities.ts';
import type { signInExperiences } from '../sign-in-experience.ts';
import type { ResourceDoc } from './document.ts';
import { signInExperienceFields } from './sign-in-experience-fields.ts';

export const signInExperiencesDoc: ResourceDoc<typeof signInExperiences> = {
  title: 'Sign-in experience',
  about: 'Branding, sign-in methods and policies of the sign-in pages.',
  operations: {
    get: { summary: 'Returns the sign-in experience.' },
    update: {
      summary: 'Updates the given fields of the sign-in experience.',
      errors: [
        'request.feature_not_supported',
        'sign_in_experiences.missing_sign_up_identifiers',
        'sign_in_experiences.duplicated_sign_up_identifiers',
        'sign_in_experiences.passwordless_requires_verify',
        'sign_in_experiences.enabled_connector_not_found',
        'sign_in_experiences.at_least_one_authentication_factor',
        'sign_in_experiences.email_verification_code_cannot_be_used_for_sign_in',
        'sign_in_experiences.phone_verification_code_cannot_be_used_for_sign_in',
        'sign_in_experiences.code_sign_in_must_be_enabled',
        'sign_in_experiences.no_sign_in_method',
        'sign_in_experiences.forgot_password_method_requires_connector',
        'sign_in_experiences.invalid_custom_email_blocklist_format',
        'request.invalid_input',
        'sign_in_experiences.duplicated_mfa_factors',
        'sign_in_experiences.backup_code_cannot_be_enabled_alone',
        'sign_in_experiences.unsupported_default_language',
        'entity.not_exists_with_id',
        'sign_in_experiences.email_verification_code_cannot_be_used_for_mfa',
        'sign_in_experiences.phone_verification_code_cannot_be_used_for_mfa',
      ],
    },
  },
  fields: signInExperienceFields,
};

export const customUiDoc: ResourceDoc<typeof customUi> = {
  title: 'Custom sign-in UI',
  about: 'Custom sign-in UI that replaces the built-in pages.',
  operations: {
    upload: {
      summary: 'Uploads a ZIP archive with a custom sign-in UI.',
      description: 'The archive needs an `index.html`. Set `customUiAssets` of the sign-in experience to use it.',
      errors: [
        'guard.not_allowed_for_admin_tenant',
        'request.feature_not_supported',
        'guard.file_size_exceeded',
        'guard.mime_type_not_allowed',
        'storage.quota_exceeded',
        'storage.upload_error',
      ],
    },
  },
  fields: { customUiAssetId: { text: 'ID of the upload.', example: 'b7v0n3g9s5kd' } },
};

export const customPhrasesDoc: ResourceDoc<typeof customPhrases> = {
  title: 'Custom phrases',
  about: 'Custom texts for the sign-in pages, by language.',
  operations: {
    list: { summary: 'Returns all custom phrases, by language.' },
    get: { summary: 'Returns the custom phrases of a language.', errors: ['entity.not_exists_with_id'] },
    replace: {
      summary: 'Replaces the custom phrases of a language, or adds the language.',
      errors: ['localization.invalid_translation_structure'],
    },
    remove: {
      summary: 'Deletes the custom phrases of a language.',
      errors: ['localization.cannot_delete_default_language', 'entity.not_exists_with_id'],
    },
  },
  fields: {
    id: { text: 'ID of the custom phrases.', example: 'w9h2y6d0x4mc' },
    translation: { text: 'Texts, by the keys of the built-in phrases.', example: { action: { sign_in: 'Log in' } } },
  },
};

export const passwordCheckDoc: ResourceDoc<typeof passwordCheck> = {
  title: 'Password checks',
  about: 'Checks of passwords against the password policy.',
  operations: {
    check: {
      summary: 'Checks whether the password policy accepts a password.',
      description: 'Returns 400 with the issues if the password is rejected.',
      errors: ['request.invalid_input', 'entity.not_found'],
    },
    weak: { summary: 'Returns how many users have a password stored with a weak hash.' },
  },
  fields: {
    result: 'Whether the password is accepted.',
    issues: 'Requirements the password does not meet.',
    code: { text: 'Code of the issue.', example: 'password_rejected.too_short' },
    interpolation: { text: "Values for the issue's message.", example: { min: 8 } },
    count: { text: 'Number of users.', example: 42 },
  },
};

export const captchaProvidersDoc: ResourceDoc<typeof captchaProviders> = {
  title: 'CAPTCHA provider',
  about: 'Provider that detects bots on the sign-in pages.',
  operations: {
    get: { summary: 'Returns the CAPTCHA provider.', errors: ['entity.not_found'] },
    replace: { summary: 'Sets up the CAPTCHA provider, or replaces it.' },
    remove: { summary: 'Deletes the CAPTCHA provider.', errors: ['entity.not_found'] },
  },
  fields: {
    id: { text: 'ID of the provider.', example: 'z5c1r8l4n0fv' },
    config: 'Configuration of the provider.',
    type: 'Type of provider.',
    siteKey: { text: 'Public key, used by the sign-in pages.', example: '0x4AAAAAAADnPIDROrmt1Wwj' },
    secretKey: { text: 'Secret key. Masked in responses.', example: '0x4AAAAAAADnPIsecret' },
    projectId: { text: 'ID of the Google Cloud project.', example: 'acme-web' },
  },
};

export const sentinelActivitiesDoc: ResourceDoc<typeof sentinelActivities> = {
  title: 'Lockouts',
  about: 'Failed attempts that lead to a lockout.',
  operations: {
    listLocked: {
      summary: 'Returns users who are locked out, the longest lockout first.',
      description: 'Locked identifiers that belong to no user are not listed, because only their hash is stored.',
    },
    remove: { summary: 'Ends the lockout of identifiers by deleting their failed attempts.' },
  },
  fields: {
    'query.userId': { text: 'Only this user.', example: 'u8k2m4qs7x1c' },
    userId: { text: 'ID of the user.', example: 'u8k2m4qs7x1c' },
    user: 'Name, identifiers and status of the user.',
    name: { text: 'Name of the user.', example: 'Jane Doe' },
    lockedUntil: { text: 'End of the lockout.', example: 1_770_000_000_000 },
    targetType: 'Type of account.',
    targets: {
      text: 'Email addresses, phone numbers, usernames or user IDs to unlock.',
      example: ['jane@example.com'],
    },
  },
};
