// Interaction events and verification types. Without a schema, since the console needs them as values.

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
  'SignInPasskey',
  'BackupCode',
  'NewPasswordIdentity',
  'OneTimeToken',
] as const;
