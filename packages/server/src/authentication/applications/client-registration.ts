// Handlers of the rules for applications that register themselves.
import { clientRegistrations } from '@tessera/contract/client-registration';
import { lockUntilCommit } from '../../infrastructure/database/lock.ts';
import { serve } from '../../serve.ts';
import { asRegistration, registrationConfig as key, storedRegistration } from './cached-client-registration.ts';
import { checkScopes } from './consent-scopes.ts';

export default serve(clientRegistrations, {
  get: async ({ db }) => asRegistration(await storedRegistration(db).executeTakeFirst()),
  update: async (ctx, { body }) => {
    await checkScopes(ctx, body.scopeIds ?? []);
    const sent = Object.fromEntries(Object.entries(body).filter(([, field]) => field !== undefined));
    const { change, tenantId } = ctx;
    // The row is created by the first change, and can't be locked before.
    await lockUntilCommit(await change.transaction(), 'client-registration', tenantId);
    // Merged while the row is locked, so that concurrent changes of different settings both succeed.
    const merged = (stored?: { value: unknown }) => ({ ...asRegistration(stored), ...sent });
    const updated = await change.update('tenantConfigs', { key }, (before) => ({ value: merged(before) }));
    return asRegistration(updated ?? (await change.insert('tenantConfigs', { key, value: merged() }, ['key'])));
  },
});
