// Which columns of a user each writer may set, and under which conditions.
import type { AccountField, FieldControls } from '@tessera/contract/account-center';
import { fitsCustomData } from '@tessera/contract/custom-data';
import type { Selectable, Updateable } from 'kysely';
import type { UsersTable } from '../../infrastructure/database/tables.gen.ts';
import { invalidField, RequestError } from '../../infrastructure/http/request-error.ts';
import { type OwnValueRules, requireOwnValues } from './own-values.ts';

type Row = Selectable<UsersTable>;
export type UserColumns = Updateable<UsersTable>;
type Column = keyof UsersTable;

/**
 * `signIn` the user on the sign-in pages, and `passwordReset` there after a forgotten password · `outsideIdentity` data
 * of a social or enterprise provider · `account` the user through the account API of a first-party application,
 * `thirdParty` through a third-party one · `me` a console user · `administrator` the Management API ·
 * `provisioning` an identity provider by SCIM.
 */
export type Writer =
  | { kind: 'signIn' | 'passwordReset' | 'outsideIdentity' | 'thirdParty' | 'me' | 'administrator' | 'provisioning' }
  | { kind: 'account'; fields: FieldControls };

const identifiers = ['username', 'primaryEmail', 'primaryPhone'] as const;
/** The verified addresses. */
const proofs = ['verifiedEmail', 'verifiedPhone'] as const;
const password = ['passwordEncrypted', 'passwordEncryptionMethod'] as const;
const ownValues = ['name', 'avatar', 'profile', 'customData'] as const;
const factors = ['mfaVerifications', 'mfaSettings'] as const;

const writable: Record<Writer['kind'], readonly Column[]> = {
  signIn: [...identifiers, ...proofs, ...password, ...ownValues, ...factors],
  passwordReset: [...password, ...proofs],
  outsideIdentity: ['name', 'avatar', 'identities'],
  account: [...identifiers, ...proofs, ...password, ...ownValues, ...factors, 'identities'],
  thirdParty: [],
  me: ['username', 'primaryEmail', 'verifiedEmail', ...password, 'name', 'avatar', 'customData'],
  provisioning: ['primaryEmail', 'verifiedEmail', 'name', 'avatar', 'profile', 'isSuspended'],
  administrator: [...identifiers, ...proofs, ...password, ...ownValues, ...factors, 'identities', 'isSuspended'],
};

const switches: Partial<Record<Column, AccountField>> = {
  username: 'username',
  primaryEmail: 'email',
  primaryPhone: 'phone',
  passwordEncrypted: 'password',
  passwordEncryptionMethod: 'password',
  name: 'name',
  avatar: 'avatar',
  profile: 'profile',
  customData: 'customData',
  identities: 'social',
  mfaVerifications: 'mfa',
  mfaSettings: 'mfa',
};

export const requireEditableFields = (fields: FieldControls, names: readonly AccountField[]): void => {
  if (names.some((name) => fields[name] !== 'Edit')) throw new RequestError('account_center.field_not_editable');
};

const fillable = {
  username: 'username',
  primaryEmail: 'email',
  primaryPhone: 'phone',
  passwordEncrypted: 'password',
} as const;
export type Fillable = { [Name in keyof typeof fillable]?: string | null | undefined };

/** The sign-in pages add an identifier or password; changing one needs a verification record. */
export const refuseFilled = (before: Fillable, added: Fillable): void => {
  for (const column of Object.keys(fillable) as (keyof typeof fillable)[]) {
    if (added[column] && before[column]) throw new RequestError(`user.${fillable[column]}_exists_in_profile`);
  }
};

/** The limit applies to the whole stored object, even if only a small part was sent. */
export const requireSize = ({ profile, customData }: { profile?: unknown; customData?: unknown }): void => {
  for (const [name, value] of Object.entries({ profile, customData })) {
    if (value !== undefined && !fitsCustomData(value)) {
      throw invalidField([name], 'rules.custom_data_size');
    }
  }
};

/** Throws unless this writer may set these columns of this row. */
export const requireWritable = (
  writer: Writer,
  before: Row,
  columns: UserColumns,
  rules: OwnValueRules | undefined,
): void => {
  const names = (Object.keys(columns) as Column[]).filter((name) => columns[name as never] !== undefined);
  const isAllowed = names.every((name) => writable[writer.kind].includes(name));
  if (!isAllowed) throw new RequestError('auth.forbidden');
  if (writer.kind === 'account') {
    requireEditableFields(
      writer.fields,
      names.flatMap((name) => switches[name] ?? []),
    );
  }
  if (rules) {
    refuseFilled(before, columns as Fillable);
    requireOwnValues(rules, before, columns as Parameters<typeof requireOwnValues>[2]);
  }
  requireSize(columns);
};
