// The typed log payload of a webhook request.
import type { DeliveryAttempt, WebhookRequest } from '@tessera/contract/webhooks';

export type RequestPayload = {
  result?: string;
  webhookRequest?: { body?: unknown };
  response?: { statusCode?: number; body?: unknown };
  error?: string;
  attempts?: number;
  /** Missing in requests of earlier releases. */
  attemptLog?: DeliveryAttempt[];
  queuedAt?: number;
  replayOf?: string;
};

export const payloadOf = ({ payload }: WebhookRequest) => payload as RequestPayload;
export const eventOf = ({ key }: Pick<WebhookRequest, 'key'>) => key.replace(/^TriggerHook\./, '');

/** Formats JSON and leaves everything else unchanged. */
export const readable = (body: unknown): string => {
  if (typeof body !== 'string') return JSON.stringify(body, null, 2);
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};
