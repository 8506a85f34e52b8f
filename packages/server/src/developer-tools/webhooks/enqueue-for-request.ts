// Enqueues webhook events for a request, in the transaction of its change.
import type { Context, ContextFor } from '../../context.ts';
import type { Call } from '../../infrastructure/http/gate.ts';
import { enqueueEvents } from './enqueue.ts';
import { eventTables } from './events-of-change.ts';
import { eventsOfCall, eventsOfFlow } from './events-of-request.ts';

const isFlow = (_ctx: Context, { access }: Call): _ctx is ContextFor<'interaction'> => access === 'interaction';

export const enqueueForRequest = async (ctx: Context, call: Call) => {
  const enabled = await ctx.services.enabledWebhooks.of(ctx.tenantId);
  if (enabled.length === 0) return;
  ctx.change.onBeforeCommit(eventTables, async (written) => {
    const { access, operation, params, answer } = call;
    // A handler that commits early has not responded yet; its events are sent with the last commit.
    if (!answer) return;
    const pending = isFlow(ctx, call)
      ? eventsOfFlow(ctx, ctx.interaction, { operation: operation.change ?? 'none', written })
      : eventsOfCall(ctx, { access, operation, params, ...answer }, written);
    await enqueueEvents(ctx, enabled, pending);
  });
};
