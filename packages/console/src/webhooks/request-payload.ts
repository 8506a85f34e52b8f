// What the log says about one request, as far as it can be read.
import type { HookRequest } from '@tessera/contract/hooks';

export type RequestPayload = {
  result?: string;
  hookRequest?: { body?: unknown };
  response?: { statusCode?: number; body?: string };
  error?: string;
  attempts?: number;
  replayOf?: string;
};

export const payloadOf = ({ payload }: HookRequest) => payload as RequestPayload;
export const eventOf = ({ key }: Pick<HookRequest, 'key'>) => key.replace(/^TriggerHook\./, '');

/** JSON is laid out; everything else is shown as it came. */
export const readable = (body: unknown): string => {
  if (typeof body !== 'string') return JSON.stringify(body, null, 2);
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};
