// Verification records: what a person has proved in an interaction, one of each kind. A method of sign-in is a kind of
// record; identification and submission only look at what records say, never at how they came about.
import type { Address, Identifier } from '@tessera/contract/experience';
import type { verificationTypes } from '@tessera/contract/interaction-words';
import type { TemplateType } from '@tessera/contract/messages';
import type { OneTimeTokenContext } from '@tessera/contract/one-time-tokens';
import type { KnownElsewhere } from '../connectors/social-connector.ts';
import { RequestError } from '../http/request-error.ts';
import type { SealedTokens } from '../secrets/token-sets.ts';
import { type FactorRecord, isFactorRecord, isOfNewFactor } from './factor-records.ts';
import type { ExperienceState } from './interaction.ts';

type VerificationType = (typeof verificationTypes)[number];

type Common = { id: string; verified: boolean };
export type CodeRecord = Common & {
  type: 'EmailVerificationCode' | 'PhoneVerificationCode';
  identifier: Address;
  templateType: TemplateType;
};
/** Verified when it knows a user. The tokens are what was issued for them, where they are to be kept. */
type Elsewhere = Common & { connectorId: string; user?: KnownElsewhere; tokens?: SealedTokens };
export type SocialRecord = Elsewhere & { type: 'Social'; target: string };
export type SsoRecord = Elsewhere & {
  type: 'EnterpriseSso';
  issuer: string;
  /** Who that is here, once it has been found out. */
  userId?: string;
};
export type OneTimeTokenRecord = Common & {
  type: 'OneTimeToken';
  identifier: { type: 'email'; value: string };
  context: OneTimeTokenContext;
};
export type VerificationRecord =
  | SocialRecord
  | SsoRecord
  | OneTimeTokenRecord
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

/** The address that somebody would be known by; only a verified one counts as theirs. */
export const emailOf = (record: VerificationRecord): string | undefined => {
  if ('user' in record) return record.user?.email;
  return 'identifier' in record && record.identifier.type === 'email' ? record.identifier.value : undefined;
};

/** A link that was sent opens the door whatever the tenant lets people do by themselves. */
export const hasOneTimeToken = ({ verificationRecords }: Pick<ExperienceState, 'verificationRecords'>): boolean =>
  verificationRecords.some(({ type, verified }) => type === 'OneTimeToken' && verified);

/** The company answers for the person: for this one, not for whoever else comes into the same interaction. */
export const hasSso = ({ userId, verificationRecords }: ExperienceState): boolean =>
  userId !== undefined &&
  verificationRecords.some((record) => record.type === 'EnterpriseSso' && record.verified && record.userId === userId);

/** Says of the company's proof whose it is. */
export const ofUser = (records: VerificationRecord[], isTheirs: (record: SsoRecord) => boolean, userId: string) =>
  records.map((record) => (record.type === 'EnterpriseSso' && isTheirs(record) ? { ...record, userId } : record));

/** What the pages may see of a record: never a hash, never a secret. */
export const publicRecord = (record: VerificationRecord) => {
  const { id, verified } = record;
  const type = record.type satisfies VerificationType as string;
  switch (record.type) {
    case 'Social':
      return { id, type, connectorId: record.connectorId, ...(record.user && { socialUserInfo: record.user }) };
    case 'EnterpriseSso': {
      const { connectorId, issuer, user } = record;
      return { id, type, connectorId, issuer, ...(user && { enterpriseSsoUserInfo: user }) };
    }
    case 'OneTimeToken':
      return { id, type, verified, identifier: record.identifier, oneTimeTokenContext: record.context };
    default:
      return {
        id,
        type,
        verified,
        ...('identifier' in record && { identifier: record.identifier }),
        ...('templateType' in record && { templateType: record.templateType }),
        ...(isFactorRecord(record) && { userId: record.userId }),
      };
  }
};
