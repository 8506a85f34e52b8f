// Filters of the user list. The conditions on factors and passwords must match the partial indexes of migration 31
// literally, or the planner does not use them.

import type { Received } from '@tessera/contract/kit';
import type { userFilters, users } from '@tessera/contract/users';
import { type Expression, type SqlBool, sql } from 'kysely';
import { escapeLike } from '../../infrastructure/search/containing.ts';

type Condition = Expression<SqlBool>;
export type UserQuery = Received<(typeof users)['operations']['list']>['query'];

const factorConditions = {
  any: sql<SqlBool>`mfa_factors <> '[]'`,
  none: sql<SqlBool>`mfa_factors = '[]'`,
  Totp: sql<SqlBool>`mfa_factors @> '["Totp"]'`,
  WebAuthn: sql<SqlBool>`mfa_factors @> '["WebAuthn"]'`,
} satisfies Record<NonNullable<UserQuery['mfa']>, Condition>;

const passwordConditions = {
  set: sql<SqlBool>`password_encrypted is not null`,
  none: sql<SqlBool>`password_encrypted is null`,
} satisfies Record<NonNullable<UserQuery['passwordStatus']>, Condition>;

/** The indexed text has the email on its own line, so the domain ends that line. */
const atDomain = (domain: string): Condition => {
  const ending = `@${escapeLike(domain.replace(/^@/, '').toLowerCase())}`;
  return sql<SqlBool>`search_text like ${`%${ending}\n%`} and primary_email_key like ${`%${ending}`}`;
};

type Filters = { [Name in keyof typeof userFilters]?: UserQuery[Name] | undefined };

export const filterConditions = (query: Filters): Condition[] => {
  const { status, passwordStatus, mfa, createdFrom, createdTo, signUpApplicationId, emailDomain } = query;
  return [
    ...(status === undefined
      ? []
      : [status === 'suspended' ? sql<SqlBool>`is_suspended` : sql<SqlBool>`not is_suspended`]),
    ...(passwordStatus === undefined ? [] : [passwordConditions[passwordStatus]]),
    ...(mfa === undefined ? [] : [factorConditions[mfa]]),
    ...(createdFrom === undefined ? [] : [sql<SqlBool>`created_at >= ${new Date(createdFrom)}`]),
    ...(createdTo === undefined ? [] : [sql<SqlBool>`created_at < ${new Date(createdTo)}`]),
    ...(signUpApplicationId === undefined ? [] : [sql<SqlBool>`application_id = ${signUpApplicationId}`]),
    ...(emailDomain === undefined ? [] : [atDomain(emailDomain)]),
  ];
};
