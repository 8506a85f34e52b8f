// Verification records: what a person has proved in an interaction, one of each kind. A method of sign-in is a kind of
// record; identification and submission only look at what records say, never at how they came about.
import type { Address, Identifier, verificationTypes } from '@tessera/contract/experience';
import type { TemplateType } from '@tessera/contract/messages';
import { RequestError } from '../http/request-error.ts';
import { type FactorRecord, isFactorRecord, isOfNewFactor } from './factor-records.ts';
import type { ExperienceState } from './interaction.ts';

type VerificationType = (typeof verificationTypes)[number];

type Common = { id: string; verified: boolean };
export type CodeRecord = Common & {
  type: 'EmailVerificationCode' | 'PhoneVerificationCode';
  identifier: Address;
  templateType: TemplateType;
};
export type VerificationRecord =
  | (Common & { type: 'Password'; identifier: Identifier; userId: string })
  | CodeRecord
  | FactorRecord
  | (Common & {
      type: 'NewPasswordIdentity';
      identifier: Identifier & { type: 'username' };
      passwordEncrypted: string;
      passwordEncryptionMethod: 'Argon2id';
    });

/** Whoever has shown a backup code and now gets new ones has still shown it. */
const slotOf = (record: VerificationRecord): string =>
  isFactorRecord(record) && isOfNewFactor(record) ? `new ${record.type}` : record.type;

/** A record of a kind replaces the one before it. */
export const withRecord = (state: ExperienceState, record: VerificationRecord): ExperienceState => ({
  ...state,
  verificationRecords: [...state.verificationRecords.filter((one) => slotOf(one) !== slotOf(record)), record],
});

export const recordById = (state: ExperienceState, id: string): VerificationRecord => {
  const record = state.verificationRecords.find((candidate) => candidate.id === id);
  if (!record) throw new RequestError('session.verification_session_not_found');
  return record;
};

export const isCodeRecord = (record: VerificationRecord): record is CodeRecord =>
  record.type === 'EmailVerificationCode' || record.type === 'PhoneVerificationCode';

/** What the pages may see of a record: never a hash, never a secret. */
export const publicRecord = (record: VerificationRecord) => {
  const { id, type, verified } = record;
  return {
    id,
    type: type satisfies VerificationType as string,
    verified,
    ...('identifier' in record && { identifier: record.identifier }),
    ...(isFactorRecord(record) && { userId: record.userId }),
  };
};
