// Tries a hook out with values that are not saved yet: one request for each event, at once and without a second try.
import type { HookEvent } from '@tessera/contract/hook-events';
import type { HookConfig } from '@tessera/contract/hooks';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { samplePayload } from './sample-payloads.ts';
import { createSender } from './send.ts';

export const tryHook = async (
  { services }: Context,
  { id, signingKey, config }: { id: string; signingKey: string; config: HookConfig },
  events: readonly HookEvent[],
) => {
  const send = createSender(services);
  const now = services.clock.now();
  const answers = await Promise.all(
    events.map((event) => send({ signingKey, config, body: JSON.stringify(samplePayload(id, event, now)) })),
  );
  const failed = answers.find(({ error }) => error);
  if (!failed) return;
  const { response, error } = failed;
  if (!response) throw new RequestError('hook.send_test_payload_failed', { data: { reason: error } });
  throw new RequestError('hook.endpoint_responded_with_error', {
    data: { responseStatus: response.statusCode, responseBody: response.body },
  });
};
