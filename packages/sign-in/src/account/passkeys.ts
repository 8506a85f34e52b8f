// Passkeys of the account: the browser asks for them, the account API checks the result.
import { createPasskey, requestPasskey } from '../flows/passkey-ceremonies.ts';
import type { AccountApi } from './account-api.ts';
import type { AccountKey } from './account-context.ts';

export const passkeyProblems: readonly AccountKey[] = [
  'mfa.passkey_cancelled',
  'mfa.passkey_exists',
  'mfa.passkey_failed',
];

/** Verifies the user; returns the verification record. */
export const proveByPasskey = async ({ call }: AccountApi) => {
  const asked = await call('POST', '/verifications/web-authn/authentication');
  const { verificationRecordId, expiresAt } = asked;
  const payload = await requestPasskey(asked.authenticationOptions);
  await call('POST', '/verifications/web-authn/authentication/verify', { body: { verificationRecordId, payload } });
  return { id: verificationRecordId, expiresAt };
};

export const addPasskey = async ({ call }: AccountApi, verificationId: string, name: string): Promise<void> => {
  const asked = await call('POST', '/verifications/web-authn/registration');
  const { verificationRecordId } = asked;
  const payload = await createPasskey(asked.registrationOptions);
  await call('POST', '/verifications/web-authn/registration/verify', { body: { verificationRecordId, payload } });
  await call('POST', '/my-account/mfa-verifications', {
    body: { type: 'WebAuthn', newIdentifierVerificationRecordId: verificationRecordId, name },
    verificationId,
  });
};
