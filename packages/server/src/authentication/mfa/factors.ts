// A user's MFA factors as stored. Codes sent to an address have no entry: an account with the address has the factor.
import type { PasskeyRegistration } from '@tessera/contract/web-authn';
import type { RequestContext } from '../../infrastructure/http/context.ts';

type Common = { id: string; createdAt: string; lastUsedAt?: string };
export type BackupCode = { code: string; usedAt?: string };
export type TotpFactor = Common & {
  type: 'Totp';
  key: string;
  /** The time step of the last accepted code: neither it nor an earlier one is accepted again. */
  step?: number;
};
export type PasskeyFactor = Common & {
  type: 'WebAuthn';
  /** The host it was created for; missing in older ones. */
  rpId?: string;
  credentialId: string;
  publicKey: string;
  counter: number;
  agent: string;
  transports?: NonNullable<PasskeyRegistration['response']['transports']>;
  /** Whether it can be synced, which never changes, and whether it is; both missing in older ones until their next use. */
  backupEligible?: boolean;
  backupState?: boolean;
  name?: string;
};
export type BackupCodeFactor = Common & { type: 'BackupCode'; codes: BackupCode[] };
export type Factor = TotpFactor | PasskeyFactor | BackupCodeFactor;

/** The owner of factors, as authenticators name them. */
export type FactorOwner = {
  id: string;
  username: string | null;
  primaryEmail: string | null;
  primaryPhone: string | null;
  name: string | null;
  factors: Factor[];
  settings: { skipped?: boolean; skipMfaOnSignIn?: boolean; passkeySkipped?: boolean };
};

/** The table type only knows JSON. */
export const factorsIn = (stored: unknown[]): Factor[] => stored as Factor[];

type Columns = Omit<FactorOwner, 'factors' | 'settings'> & {
  mfaVerifications: unknown[];
  mfaSettings: FactorOwner['settings'];
};
export const ownerOf = (user: Columns): FactorOwner => {
  const { id, username, primaryEmail, primaryPhone, name, mfaVerifications, mfaSettings } = user;
  const factors = factorsIn(mfaVerifications);
  return { id, username, primaryEmail, primaryPhone, name, factors, settings: mfaSettings };
};

export const findOwner = async (
  { db }: Pick<RequestContext, 'db'>,
  userId: string,
): Promise<FactorOwner | undefined> => {
  const row = await db
    .selectFrom('users')
    .select(['id', 'username', 'primaryEmail', 'primaryPhone', 'name', 'mfaVerifications', 'mfaSettings'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return row && ownerOf(row);
};

export const isPasskey = (factor: Factor): factor is PasskeyFactor => factor.type === 'WebAuthn';

/** How many codes of a set are left. */
export const remaining = ({ codes }: BackupCodeFactor): number => codes.filter(({ usedAt }) => !usedAt).length;

const shownPasskey = ({ agent, name, backupEligible, backupState }: PasskeyFactor) => ({
  agent,
  ...(name && { name }),
  ...(backupEligible !== undefined && { backupEligible, backupState: backupState ?? false }),
});

/** The public part of a factor: no key, no code. */
export const shownFactor = (factor: Factor) => {
  const { id, createdAt, type, lastUsedAt } = factor;
  return {
    id,
    createdAt,
    type,
    ...(lastUsedAt && { lastUsedAt }),
    ...(isPasskey(factor) && shownPasskey(factor)),
    ...(factor.type === 'BackupCode' && { remainCodes: remaining(factor) }),
  };
};
