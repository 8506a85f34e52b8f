// Handlers of the rules for applications that register themselves.
import { clientRegistrations } from '@tessera/contract/client-registration';
import { lockUntilCommit } from '../../infrastructure/database/lock.ts';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import { serve } from '../../serve.ts';
import { asRegistration, registrationConfig as key, storedRegistration } from './cached-client-registration.ts';
import { checkScopes } from './consent-scopes.ts';

const existing = async (db: Database, ids: readonly string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('scopes')
    .select('id')
    .where('id', 'in', [...ids, ''])
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => known.has(id));
};

export default serve(clientRegistrations, {
  get: async ({ db }) => {
    const rules = asRegistration(await storedRegistration(db).executeTakeFirst());
    return { ...rules, scopeIds: await existing(db, rules.scopeIds) };
  },
  update: async (ctx, { body }) => {
    const { change, db, tenantId } = ctx;
    // Permissions that were chosen before may have been deleted since.
    const { scopeIds: chosen } = asRegistration(await storedRegistration(db).executeTakeFirst());
    const added = body.scopeIds?.filter((id) => !chosen.includes(id));
    await checkScopes(ctx, added ?? []);
    const scopeIds = body.scopeIds && (await existing(db, body.scopeIds));
    const sent = Object.fromEntries(Object.entries({ ...body, scopeIds }).filter(([, field]) => field !== undefined));
    // The row is created by the first change, and can't be locked before.
    await lockUntilCommit(await change.transaction(), 'client-registration', tenantId);
    // Merged while the row is locked, so that concurrent changes of different settings both succeed.
    const merged = (stored?: { value: unknown }) => ({ ...asRegistration(stored), ...sent });
    const updated = await change.update('tenantConfigs', { key }, (before) => ({ value: merged(before) }));
    return asRegistration(updated ?? (await change.insert('tenantConfigs', { key, value: merged() }, ['key'])));
  },
});
