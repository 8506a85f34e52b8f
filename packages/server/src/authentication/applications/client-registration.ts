// Handlers of the rules for applications that register themselves.
import { clientRegistrations } from '@tessera/contract/client-registration';
import { lockUntilCommit } from '../../infrastructure/database/lock.ts';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import { serve } from '../../serve.ts';
import { asRegistration, registrationConfig as key, storedRegistration } from './cached-client-registration.ts';
import { checkOrganizationScopes, checkScopes } from './consent-scopes.ts';
import { existingPermissions } from './registered-permissions.ts';

/** The table of each list of permissions. */
const tables = {
  scopeIds: 'scopes',
  organizationScopeIds: 'organizationScopes',
  organizationResourceScopeIds: 'scopes',
} as const;
type List = keyof typeof tables;
const lists = Object.keys(tables) as List[];

const existing = async (db: Database, rules: Partial<Record<List, string[] | undefined>>) => {
  const kept: Partial<Record<List, string[]>> = {};
  for (const list of lists) {
    const ids = rules[list];
    if (ids) kept[list] = await existingPermissions(db, tables[list], ids);
  }
  return kept;
};

export default serve(clientRegistrations, {
  get: async ({ db }) => {
    const rules = asRegistration(await storedRegistration(db).executeTakeFirst());
    return { ...rules, ...(await existing(db, rules)) };
  },
  update: async (ctx, { body }) => {
    const { change, db, tenantId } = ctx;
    const chosen = asRegistration(await storedRegistration(db).executeTakeFirst());
    const added = (list: List) => body[list]?.filter((id) => !chosen[list].includes(id)) ?? [];
    await checkScopes(ctx, [...added('scopeIds'), ...added('organizationResourceScopeIds')]);
    await checkOrganizationScopes(ctx, added('organizationScopeIds'));
    const wanted = { ...body, ...(await existing(db, body)) };
    const sent = Object.fromEntries(Object.entries(wanted).filter(([, field]) => field !== undefined));
    // The row is created by the first change, and can't be locked before.
    await lockUntilCommit(await change.transaction(), 'client-registration', tenantId);
    // Merged while the row is locked, so that concurrent changes of different settings both succeed.
    const merged = (stored?: { value: unknown }) => ({ ...asRegistration(stored), ...sent });
    const updated = await change.update('tenantConfigs', { key }, (before) => ({ value: merged(before) }));
    return asRegistration(updated ?? (await change.insert('tenantConfigs', { key, value: merged() }, ['key'])));
  },
});
