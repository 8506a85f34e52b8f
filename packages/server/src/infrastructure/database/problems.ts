// Maps database errors to error codes.
import type { ErrorCode } from '@tessera/contract/errors';
import { OverloadError } from '../concurrency/overload-error.ts';
import { RequestError } from '../http/request-error.ts';

const uniqueCodes: Record<string, ErrorCode> = {
  users_username: 'user.username_already_in_use',
  users_primary_email: 'user.email_already_in_use',
  users_primary_phone: 'user.phone_already_in_use',
  user_identities_identity: 'user.identity_already_in_use',
  user_sso_identities_identity: 'user.identity_already_in_use',
  user_sso_identities_connector: 'user.identity_already_in_use',
  sso_connectors_connector_name: 'single_sign_on.duplicate_connector_name',
  connectors_target_platform: 'connector.multiple_target_with_same_platform',
  application_secrets_pkey: 'application.secret_name_exists',
  personal_access_tokens_pkey: 'user.personal_access_token_name_exists',
  custom_profile_fields_name: 'custom_profile_fields.name_exists',
  resources_indicator: 'resource.resource_identifier_in_use',
  roles_name: 'role.name_in_use',
  roles_scopes_pkey: 'role.scope_exists',
  users_roles_pkey: 'role.user_exists',
  applications_roles_pkey: 'role.application_exists',
  scim_tokens_name: 'scim.token_name_exists',
  scim_group_mappings_role: 'scim.mapping_exists',
  domains_domain: 'domain.hostname_already_exists',
  tenant_hosts_pkey: 'domain.domain_in_use',
  scopes_name: 'scope.name_exists',
};

type DatabaseError = Error & { code?: string; constraint?: string };

// The disk is full or broken, or the server is read-only. Reads still work.
const notWritable = /^(53100|58030|25006)$/;
// The database is away, overloaded or asks to retry: SQLSTATE classes and network error codes.
const passing = /^(08|53|57P|58030|25006|40001|40P01|25P03|57014|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT)/;
const passingMessage =
  /timeout exceeded when trying to connect|Connection terminated|connection is closed|Client has encountered a connection error/i;

export const isPassing = (error: unknown): boolean => {
  if (error instanceof OverloadError) return true;
  const { code, message } = error as DatabaseError;
  return (typeof code === 'string' && passing.test(code)) || passingMessage.test(message ?? '');
};

const relationProblem = (constraint: string): RequestError => {
  if (constraint.endsWith('_kind')) return new RequestError('entity.db_constraint_violated');
  if (constraint.endsWith('_membership')) return new RequestError('organization.require_membership');
  // Organization IDs in the path are checked before, so a missing reference is invalid input.
  const status = constraint.startsWith('organization_') ? 422 : 404;
  return new RequestError('entity.relation_foreign_key_not_found', { status });
};

/** The violated constraint, if a value exists already. */
export const isUniqueViolation = (error: unknown): string | undefined => {
  const { code, constraint } = error as DatabaseError;
  return code === '23505' ? constraint : undefined;
};

/** `undefined`: not a refusal but a bug. */
export const databaseProblem = (error: unknown): RequestError | undefined => {
  const { code, constraint = '' } = error as DatabaseError;
  if (code === '23505' || code === '23P01')
    return new RequestError(uniqueCodes[constraint] ?? 'entity.unique_integrity_violation');
  if (code === '23503') return relationProblem(constraint);
  if (code === '23514' || code === '23502') return new RequestError('entity.db_constraint_violated');
  if (code?.startsWith('22')) return new RequestError('entity.invalid_input');
  if (code && notWritable.test(code)) return new RequestError('server.not_writable');
  return isPassing(error) ? new RequestError('server.unavailable') : undefined;
};
