// Performs a script's fetch through the outbound gate, which blocks private networks.
import type { Outbound } from '../../infrastructure/outbound/outbound.ts';
import { OutboundError } from '../../infrastructure/outbound/outbound-error.ts';
import type { ScriptRequest, ScriptResponse } from './messages.ts';

const maxBytes = 512 * 1024;

/** Data from the sandbox may have any shape. */
const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
const asHeaders = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof value === 'object' && value !== null ? value : {}).map(([name, text]) => [
      name,
      asText(text),
    ]),
  );

export const answerRequest = async (
  outbound: Outbound,
  request: ScriptRequest,
  limits: { timeoutMs: number; signal: AbortSignal },
): Promise<ScriptResponse> => {
  try {
    const { status, headers, body } = await outbound.fetch(asText(request.url), {
      method: asText(request.method),
      headers: asHeaders(request.headers),
      body: typeof request.body === 'string' ? request.body : undefined,
      maxBytes,
      ...limits,
    });
    return { status, headers: [...headers], body: body.toString('utf8') };
  } catch (error) {
    const reason = error instanceof OutboundError ? error.reason : 'network';
    return { error: `fetch failed: ${reason}` };
  }
};
