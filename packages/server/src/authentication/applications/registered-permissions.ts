// What an application that registers itself can request: the permissions that the tenant's rules give it.
import type { ClientRegistration } from '@tessera/contract/client-registration';
import type { Change } from '../../infrastructure/database/change.ts';

/** Permissions may have been deleted since they were chosen. */
const existing = async (change: Change, table: 'scopes' | 'organizationScopes', ids: readonly string[]) => {
  const tx = await change.transaction();
  const rows = await tx
    .selectFrom(table)
    .select('id')
    .where('id', 'in', [...ids, ''])
    .execute();
  return rows.map(({ id }) => id);
};

/** Later changes of the rules do not reach the application. */
export const insertPermissions = async (change: Change, applicationId: string, rules: ClientRegistration) => {
  const users = rules.userScopes.map((userScope) => ({ applicationId, userScope }));
  await change.insertMissing('applicationUserConsentUserScopes', users, ['applicationId', 'userScope']);
  for (const [table, ids] of [
    ['applicationUserConsentResourceScopes', rules.scopeIds],
    ['applicationUserConsentOrganizationResourceScopes', rules.organizationResourceScopeIds],
  ] as const) {
    const scopes = (await existing(change, 'scopes', ids)).map((scopeId) => ({ applicationId, scopeId }));
    await change.insertMissing(table, scopes, ['applicationId', 'scopeId']);
  }
  const ofTemplate = (await existing(change, 'organizationScopes', rules.organizationScopeIds)).map(
    (organizationScopeId) => ({ applicationId, organizationScopeId }),
  );
  await change.insertMissing('applicationUserConsentOrganizationScopes', ofTemplate, [
    'applicationId',
    'organizationScopeId',
  ]);
};
