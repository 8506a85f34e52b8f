// What an application that registers itself can request: the permissions that the tenant's rules give it.
import type { ClientRegistration } from '@tessera/contract/client-registration';
import type { Change } from '../../infrastructure/database/change.ts';
import type { Database, Transaction } from '../../infrastructure/database/tenant-database.ts';

/** In their order, without those that were deleted since they were chosen. */
export const existingPermissions = async (
  db: Database | Transaction,
  table: 'scopes' | 'organizationScopes',
  ids: readonly string[],
): Promise<string[]> => {
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('id', 'in', [...ids, ''])
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => known.has(id));
};

/** Later changes of the rules do not reach the application. */
export const insertPermissions = async (change: Change, applicationId: string, rules: ClientRegistration) => {
  const users = rules.userScopes.map((userScope) => ({ applicationId, userScope }));
  await change.insertMissing('applicationUserConsentUserScopes', users, ['applicationId', 'userScope']);
  const tx = await change.transaction();
  for (const [table, ids] of [
    ['applicationUserConsentResourceScopes', rules.scopeIds],
    ['applicationUserConsentOrganizationResourceScopes', rules.organizationResourceScopeIds],
  ] as const) {
    const scopes = (await existingPermissions(tx, 'scopes', ids)).map((scopeId) => ({ applicationId, scopeId }));
    await change.insertMissing(table, scopes, ['applicationId', 'scopeId']);
  }
  const template = await existingPermissions(tx, 'organizationScopes', rules.organizationScopeIds);
  const ofTemplate = template.map((organizationScopeId) => ({ applicationId, organizationScopeId }));
  await change.insertMissing('applicationUserConsentOrganizationScopes', ofTemplate, [
    'applicationId',
    'organizationScopeId',
  ]);
};
