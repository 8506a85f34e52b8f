// The second factors of a person, as they are stored with the account. Codes sent to an address are no entry of their
// own: whoever has the address has the factor.
import type { PasskeyRegistration } from '@tessera/contract/web-authn';
import type { Context } from '../http/context.ts';

type Common = { id: string; createdAt: string; lastUsedAt?: string };
export type BackupCode = { code: string; usedAt?: string };
export type TotpFactor = Common & {
  type: 'Totp';
  key: string;
  /** The time step of the last code that was accepted: neither it nor an earlier one is accepted again. */
  step?: number;
};
export type PasskeyFactor = Common & {
  type: 'WebAuthn';
  /** The host that it was made for; those of old do not say. */
  rpId?: string;
  credentialId: string;
  publicKey: string;
  counter: number;
  agent: string;
  transports?: NonNullable<PasskeyRegistration['response']['transports']>;
  name?: string;
};
export type BackupCodeFactor = Common & { type: 'BackupCode'; codes: BackupCode[] };
export type Factor = TotpFactor | PasskeyFactor | BackupCodeFactor;

/** The person behind the factors, as authenticators name them. */
export type FactorOwner = {
  id: string;
  username: string | null;
  primaryEmail: string | null;
  primaryPhone: string | null;
  name: string | null;
  factors: Factor[];
  settings: { skipped?: boolean; skipMfaOnSignIn?: boolean };
};

/** The database only knows them as JSON. */
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

export const findOwner = async ({ db }: Pick<Context, 'db'>, userId: string): Promise<FactorOwner | undefined> => {
  const row = await db
    .selectFrom('users')
    .select(['id', 'username', 'primaryEmail', 'primaryPhone', 'name', 'mfaVerifications', 'mfaSettings'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return row && ownerOf(row);
};

/** How many codes of a set are left. */
export const remaining = ({ codes }: BackupCodeFactor): number => codes.filter(({ usedAt }) => !usedAt).length;

/** What people may see of a factor: never a key, never a code. */
export const shownFactor = (factor: Factor) => {
  const { id, createdAt, type, lastUsedAt } = factor;
  return {
    id,
    createdAt,
    type,
    ...(lastUsedAt && { lastUsedAt }),
    ...(factor.type === 'WebAuthn' && { agent: factor.agent, ...(factor.name && { name: factor.name }) }),
    ...(factor.type === 'BackupCode' && { remainCodes: remaining(factor) }),
  };
};
