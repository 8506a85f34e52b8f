// Records of second factors: that one was shown, or that a new one works and may be kept. Always of one person.
import type { Address } from '@tessera/contract/experience';
import type { mfaFactors } from '@tessera/contract/sign-in-experience';
import { RequestError } from '../http/request-error.ts';
import type { NewPasskey } from '../mfa/passkeys.ts';
import type { ExperienceState } from './interaction.ts';
import { recordById, type VerificationRecord } from './verifications.ts';

export type FactorType = (typeof mfaFactors)[number];

type Common = { id: string; verified: boolean; userId: string };
export type TotpRecord = Common & {
  type: 'Totp';
  /** Of an app that is being set up. */
  secret?: string;
  step?: number;
};
export type PasskeyRecord = Common & {
  type: 'WebAuthn';
  purpose: 'registration' | 'authentication';
  /** The one that is being set up. */
  passkey?: NewPasskey;
};
export type BackupCodeRecord = Common & {
  type: 'BackupCode';
  /** Of a set that is being set up. */
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
export const isFactorRecord = (record: VerificationRecord): record is FactorRecord => types.has(record.type);

/** Of a factor that is being set up, in contrast to one that the person has. */
export const isOfNewFactor = (record: FactorRecord): boolean =>
  (record.type === 'Totp' && record.secret !== undefined) ||
  (record.type === 'BackupCode' && record.codes !== undefined) ||
  (record.type === 'WebAuthn' && record.purpose === 'registration');

/** The factor that was shown; nothing when it was not, or is only being set up. */
export const shownFactorType = (record: FactorRecord): FactorType | undefined => {
  if (!record.verified || isOfNewFactor(record)) return undefined;
  if (record.type === 'MfaEmailVerificationCode') return 'EmailVerificationCode';
  return record.type === 'MfaPhoneVerificationCode' ? 'PhoneVerificationCode' : record.type;
};

/** A record of this kind and this person, or none at all. */
export const factorRecord = <T extends FactorRecord['type']>(
  state: ExperienceState,
  id: string,
  type: T,
): FactorRecord & { type: T } => {
  const record = recordById(state, id);
  if (!isFactorRecord(record) || record.type !== type || record.userId !== state.userId) {
    throw new RequestError('session.verification_session_not_found');
  }
  return record as FactorRecord & { type: T };
};
