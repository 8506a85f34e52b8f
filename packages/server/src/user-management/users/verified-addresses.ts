// Decides whether an address belongs to a user. A verified one does. A typed or imported one does only while no one
// else can have access to the account: otherwise its owner would be signed in to a stranger's account.
import type { Selectable } from 'kysely';
import type { UsersTable } from '../../infrastructure/database/tables.gen.ts';

type Row = Selectable<UsersTable>;
type Address = { type: 'email' | 'phone'; value: string };

/** The columns that mark these addresses as verified. */
export const verifiedColumns = ({ type, value }: Address) =>
  type === 'email' ? { verifiedEmail: value } : { verifiedPhone: value };

type Typed = {
  primaryEmail?: string | null | undefined;
  primaryPhone?: string | null | undefined;
  primaryEmailVerified?: boolean | undefined;
  primaryPhoneVerified?: boolean | undefined;
};

/** Addresses and verified flags as set by an administrator. `known`: the current addresses, for omitted ones. */
export const typedColumns = <T extends Typed>(
  { primaryEmailVerified: isEmailVerified, primaryPhoneVerified: isPhoneVerified, ...columns }: T,
  known: Pick<Typed, 'primaryEmail' | 'primaryPhone'> = {},
) => {
  const { primaryEmail = known.primaryEmail ?? null, primaryPhone = known.primaryPhone ?? null } = columns as Typed;
  return {
    ...columns,
    ...(isEmailVerified !== undefined && { verifiedEmail: isEmailVerified ? primaryEmail : null }),
    ...(isPhoneVerified !== undefined && { verifiedPhone: isPhoneVerified ? primaryPhone : null }),
  };
};

export const ownerColumns = [
  ...(['id', 'primaryEmail', 'primaryPhone', 'primaryEmailVerified', 'primaryPhoneVerified'] as const),
  ...(['passwordEncrypted', 'identities', 'mfaVerifications', 'lastSignInAt'] as const),
] as const;
type Owner = Pick<Row, (typeof ownerColumns)[number]>;

/** The account was never used, and its addresses are the only way to sign in. */
const isUnclaimed = ({ passwordEncrypted, identities, mfaVerifications, lastSignInAt }: Owner): boolean =>
  lastSignInAt === null &&
  passwordEncrypted === null &&
  Object.keys(identities).length === 0 &&
  mfaVerifications.length === 0;

export const ownsAddress = (user: Owner, type: Address['type']): boolean => {
  if (type === 'email' ? user.primaryEmailVerified : user.primaryPhoneVerified) return true;
  return isUnclaimed(user) && (type === 'email' ? user.primaryPhone : user.primaryEmail) === null;
};
