// Records of MFA factors: one was verified, or a new one works and can be stored. Always of one user.
import type { Address } from '@tessera/contract/experience';
import type { mfaFactors } from '@tessera/contract/sign-in-experience';
import type { NewPasskey } from '../mfa/passkeys.ts';

export type FactorType = (typeof mfaFactors)[number];

type Common = { id: string; verified: boolean; userId: string };
/** `factorId`: the stored factor that was verified. */
type StoredCommon = Common & { factorId?: string };
export type TotpRecord = StoredCommon & {
  type: 'Totp';
  /** Of an app being set up. */
  secret?: string;
  step?: number;
};
export type PasskeyRecord = StoredCommon & {
  type: 'WebAuthn';
  purpose: 'registration' | 'authentication';
  /** The one being set up. */
  passkey?: NewPasskey;
};
export type BackupCodeRecord = StoredCommon & {
  type: 'BackupCode';
  /** Of a set being set up. */
  codes?: string[];
};
export type FactorCodeRecord = Common & {
  type: 'MfaEmailVerificationCode' | 'MfaPhoneVerificationCode';
  identifier: Address;
  templateType: 'MfaVerification';
};
export type FactorRecord = TotpRecord | PasskeyRecord | BackupCodeRecord | FactorCodeRecord;

const types: ReadonlySet<string> = new Set<FactorRecord['type']>([
  'Totp',
  'WebAuthn',
  'BackupCode',
  'MfaEmailVerificationCode',
  'MfaPhoneVerificationCode',
]);
export const isFactorRecord = (record: { type: string }): record is FactorRecord => types.has(record.type);

export const isFactorCode = (record: { type: string }): record is FactorCodeRecord =>
  record.type === 'MfaEmailVerificationCode' || record.type === 'MfaPhoneVerificationCode';

/** Whether the record is about a factor being set up rather than an existing one. */
export const isOfNewFactor = (record: FactorRecord): boolean =>
  (record.type === 'Totp' && record.secret !== undefined) ||
  (record.type === 'BackupCode' && record.codes !== undefined) ||
  (record.type === 'WebAuthn' && record.purpose === 'registration');

/** The verified factor; undefined if it was not verified or is only being set up. */
export const shownFactorType = (record: FactorRecord): FactorType | undefined => {
  if (!record.verified || isOfNewFactor(record)) return undefined;
  if (record.type === 'MfaEmailVerificationCode') return 'EmailVerificationCode';
  return record.type === 'MfaPhoneVerificationCode' ? 'PhoneVerificationCode' : record.type;
};
