// What an interaction is for, and what people prove in it. Without any library, since the console needs them as values.

export const interactionEvents = ['SignIn', 'Register', 'ForgotPassword'] as const;

export const verificationTypes = [
  'Password',
  'EmailVerificationCode',
  'PhoneVerificationCode',
  'MfaEmailVerificationCode',
  'MfaPhoneVerificationCode',
  'Social',
  'EnterpriseSso',
  'Totp',
  'WebAuthn',
  'BackupCode',
  'NewPasswordIdentity',
  'OneTimeToken',
] as const;
