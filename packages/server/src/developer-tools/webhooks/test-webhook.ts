// Tests a webhook with unsaved values: one request per event, without retries.
import type { WebhookEvent } from '@tessera/contract/webhook-events';
import { samplePayload } from '@tessera/contract/webhook-samples';
import type { WebhookConfig } from '@tessera/contract/webhooks';
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { createSender } from './send.ts';
import type { SigningKeys } from './signing-keys.ts';

export const testWebhook = async (
  { services }: Context,
  { id, config, ...keys }: SigningKeys & { id: string; config: WebhookConfig },
  events: readonly WebhookEvent[],
) => {
  const send = createSender(services);
  const now = services.clock.now();
  const answers = await Promise.all(
    events.map((event) =>
      send({ ...keys, id: random.id(), config, body: JSON.stringify(samplePayload(id, event, now)) }),
    ),
  );
  const failed = answers.find(({ error }) => error);
  if (!failed) return;
  const { response, error } = failed;
  if (!response) throw new RequestError('hook.send_test_payload_failed', { data: { reason: error } });
  throw new RequestError('hook.endpoint_responded_with_error', {
    data: { responseStatus: response.statusCode, responseBody: response.body },
  });
};
