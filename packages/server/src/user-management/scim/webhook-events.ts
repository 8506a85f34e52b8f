// Webhook events of users that a job deletes: derived from the rows, since there is no request.
import { enqueueEvents } from '../../developer-tools/webhooks/enqueue.ts';
import { eventsOfChange, eventTables } from '../../developer-tools/webhooks/events-of-change.ts';
import type { Change } from '../../infrastructure/database/change.ts';
import type { Services } from '../../services.ts';

export const enqueueForChange = async (services: Services, tenantId: string, change: Change, operation: string) => {
  const enabled = await services.enabledWebhooks.of(tenantId);
  if (enabled.length === 0) return;
  change.onBeforeCommit(eventTables, (written) => {
    const events = eventsOfChange('scim', operation, written).map(({ event, facts }) => ({
      event,
      facts: () => facts as Record<string, unknown>,
    }));
    return enqueueEvents({ services, tenantId, change }, enabled, events);
  });
};
