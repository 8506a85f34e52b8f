// Documents the API with which console users manage their own profile.
import type { profile } from '../profile.ts';
import type { ResourceDoc } from './document.ts';

export const profileDoc: ResourceDoc<typeof profile> = {
  title: 'Console profile',
  about: 'The account of the signed-in console user.',
  operations: {
    get: { summary: 'Returns the console user.' },
    update: {
      summary: 'Updates the given fields of the console user.',
      errors: ['user.suspended', 'user.username_already_in_use'],
    },
    customData: { summary: 'Returns the custom data of the console user.', errors: ['user.suspended'] },
    updateCustomData: {
      summary: 'Merges properties into the custom data of the console user.',
      errors: ['user.suspended'],
    },
    verifyPassword: {
      summary: 'Verifies the password of the console user.',
      errors: ['session.verification_blocked_too_many_attempts', 'session.invalid_credentials', 'user.suspended'],
    },
    sendCode: {
      summary: 'Sends a verification code to a new email address of the console user.',
      errors: ['user.email_already_in_use', 'user.suspended'],
    },
    verifyCode: {
      summary: 'Verifies the code sent to a new email address of the console user.',
      errors: [
        'session.verification_blocked_too_many_attempts',
        'verification_code.not_found',
        'verification_code.expired',
        'verification_code.exceed_max_try',
        'verification_code.code_mismatch',
        'user.suspended',
      ],
    },
    changePassword: {
      summary: 'Sets a new password after the current one was verified.',
      errors: [
        'session.verification_session_not_found',
        'session.verification_failed',
        'password.rejected',
        'user.suspended',
      ],
    },
    assetStatus: { summary: 'Returns whether uploads are available, and their limits.' },
    uploadAsset: {
      summary: 'Uploads an avatar and returns its URL.',
      errors: [
        'user.suspended',
        'storage.own_quota_exceeded',
        'guard.file_size_exceeded',
        'guard.mime_type_not_allowed',
        'storage.upload_error',
      ],
    },
  },
  fields: {
    id: { text: 'ID of the user.', example: 'u8k2m4qs7x1c' },
    name: { text: 'Full name.', example: 'Jane Doe' },
    status: 'Whether uploads are available.',
    url: { text: 'URL of the file.', example: 'https://auth.example.com/api/assets/admin/jane.png' },
  },
};
