// Verification records: what a user has verified in an interaction, one of each type. Identification and submission
// only look at the records, never at how they were made.
import type { Address, Identifier } from '@tessera/contract/experience';
import type { verificationTypes } from '@tessera/contract/interaction-words';
import type { TemplateType } from '@tessera/contract/messages';
import type { OneTimeTokenContext } from '@tessera/contract/one-time-tokens';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import type { ConnectorVersion } from '../connectors/config-digest.ts';
import type { KnownElsewhere } from '../connectors/trusted-identity.ts';
import type { SealedTokens } from '../secrets/token-sets.ts';
import { type FactorRecord, isFactorRecord, isOfNewFactor } from './factor-records.ts';

type VerificationType = (typeof verificationTypes)[number];

type Common = { id: string; verified: boolean };
export type CodeRecord = Common & {
  type: 'EmailVerificationCode' | 'PhoneVerificationCode';
  identifier: Address;
  templateType: TemplateType;
};
/** Verified if it has a user. The tokens are those to be stored. */
type Elsewhere = Common & ConnectorVersion & { user?: KnownElsewhere; tokens?: SealedTokens };
export type SocialRecord = Elsewhere & { type: 'Social'; target: string };
export type SsoRecord = Elsewhere & {
  type: 'EnterpriseSso';
  issuer: string;
  /** Whether users of other companies have the same issuer. */
  isSharedIssuer: boolean;
  /** The user in this tenant, once known. */
  userId?: string;
};
export type OneTimeTokenRecord = Common & {
  type: 'OneTimeToken';
  identifier: { type: 'email'; value: string };
  context: OneTimeTokenContext;
};
export type PasswordRecord = Common & {
  type: 'Password';
  identifier: Identifier;
  userId: string;
  /** Which password it was, see passwords/proof.ts. */
  proof: string;
};
/** A passkey that signs in alone. */
export type SignInPasskeyRecord = Common & {
  type: 'SignInPasskey';
  userId: string;
  factorId: string;
  /** The user's address, whose domain may require enterprise SSO. */
  email?: string;
};
export type VerificationRecord =
  | SocialRecord
  | SsoRecord
  | OneTimeTokenRecord
  | SignInPasskeyRecord
  | PasswordRecord
  | CodeRecord
  | FactorRecord
  | (Common & {
      type: 'NewPasswordIdentity';
      identifier: Identifier & { type: 'username' };
      passwordEncrypted: string;
      passwordEncryptionMethod: 'Argon2id';
    });

/** The part of an interaction's state with the records. */
type Records = { userId?: string; verificationRecords: VerificationRecord[]; identifiedBy?: Identification[] };
/** `links`: an identity elsewhere may lead to the user by their address, to be linked. */
export type Identification = { id: string; links: boolean };

/** A used backup code record must survive when new codes are generated, and a passkey when one of another user is verified. */
const slotOf = (record: VerificationRecord): string => {
  if (record.type === 'SignInPasskey') return `${record.type} ${record.userId}`;
  return isFactorRecord(record) && isOfNewFactor(record) ? `new ${record.type}` : record.type;
};

/** A new record replaces the previous one of its type, unless that one has identified the user. */
export const withRecord = <State extends Records>(state: State, record: VerificationRecord): State => {
  const isKept = (one: VerificationRecord) =>
    one.id !== record.id && (slotOf(one) !== slotOf(record) || state.identifiedBy?.some(({ id }) => id === one.id));
  return { ...state, verificationRecords: [...state.verificationRecords.filter(isKept), record] };
};

/** The record identifies the user from now on, instead of the previous one of its type. */
export const identifiedWith = (
  { verificationRecords, identifiedBy = [] }: Records,
  record: VerificationRecord,
  links: boolean,
): Identification[] => {
  const replaced = verificationRecords.filter(({ type }) => type === record.type).map(({ id }) => id);
  return [...identifiedBy.filter(({ id }) => !replaced.includes(id)), { id: record.id, links }];
};

export const recordById = (state: Records, id: string): VerificationRecord => {
  const record = state.verificationRecords.find((candidate) => candidate.id === id);
  if (!record) throw new RequestError('session.verification_session_not_found');
  return record;
};

/** A record of this type and user, if any. */
export const factorRecord = <T extends FactorRecord['type']>(
  state: Records,
  id: string,
  type: T,
): FactorRecord & { type: T } => {
  const record = recordById(state, id);
  if (!isFactorRecord(record) || record.type !== type || record.userId !== state.userId) {
    throw new RequestError('session.verification_session_not_found');
  }
  return record as FactorRecord & { type: T };
};

export const isCodeRecord = (record: VerificationRecord): record is CodeRecord =>
  record.type === 'EmailVerificationCode' || record.type === 'PhoneVerificationCode';

/** The email in a record; only a verified one counts. */
export const emailOf = (record: VerificationRecord): string | undefined => {
  if ('user' in record) return record.user?.email;
  if (record.type === 'SignInPasskey') return record.email;
  return 'identifier' in record && record.identifier.type === 'email' ? record.identifier.value : undefined;
};

/** A one-time token was sent to this address, or to any if none is given. */
export const hasOneTimeToken = ({ verificationRecords }: Pick<Records, 'verificationRecords'>, email?: string | null) =>
  verificationRecords.some(
    (record) =>
      record.type === 'OneTimeToken' &&
      record.verified &&
      (email === undefined || record.identifier.value.toLowerCase() === email?.toLowerCase()),
  );

/** Enterprise SSO counts only for the user it identified. */
export const hasSso = ({ userId, verificationRecords }: Records): boolean =>
  userId !== undefined &&
  verificationRecords.some((record) => record.type === 'EnterpriseSso' && record.verified && record.userId === userId);

/** The passkey that signed this user in, if any. */
export const signInPasskeyOf = ({ verificationRecords }: Records, userId: string): SignInPasskeyRecord | undefined =>
  verificationRecords.find(
    (record): record is SignInPasskeyRecord =>
      record.type === 'SignInPasskey' && record.verified && record.userId === userId,
  );

/** Assigns the SSO record to its user. */
export const ofUser = (records: VerificationRecord[], isTheirs: (record: SsoRecord) => boolean, userId: string) =>
  records.map((record) => (record.type === 'EnterpriseSso' && isTheirs(record) ? { ...record, userId } : record));

/** The part of a record the pages may see, without hashes and secrets. */
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
        ...((isFactorRecord(record) || record.type === 'SignInPasskey') && { userId: record.userId }),
      };
  }
};
