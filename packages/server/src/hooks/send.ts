// One request to a hook's endpoint: signed, bounded in time and size, and what came of it.
import { createHmac } from 'node:crypto';
import type { DeliveryProblem, HookConfig } from '@tessera/contract/hooks';
import type { Wire } from '@tessera/contract/wire';
import type { Outbound } from '../outbound/outbound.ts';
import { OutboundError, type OutboundReason } from '../outbound/outbound-error.ts';
import { version } from '../version.ts';

export const timeoutMs = 10_000;
/** What is kept of an answer; the rest is not even read. */
const maxAnswer = 16 * 1024;

export type Letter = { signingKey: string; config: HookConfig; body: string };
export type Sent = { response?: { statusCode: number; body: string }; error?: DeliveryProblem };

export const signatureOf = (signingKey: string, body: string) =>
  createHmac('sha256', signingKey).update(body).digest('hex');

/** Headers of the hook's owner win over ours, but for what makes the request trustworthy and whole. */
const headersOf = (wire: Wire, { signingKey, config, body }: Letter): Headers => {
  const headers = new Headers({ 'user-agent': `Tessera/${version}` });
  for (const [name, value] of Object.entries(config.headers ?? {})) headers.set(name, value);
  headers.set('content-type', 'application/json; charset=utf-8');
  headers.set(wire.signatureHeader, signatureOf(signingKey, body));
  return headers;
};

const problems: Partial<Record<OutboundReason, DeliveryProblem>> = {
  timeout: 'timeout',
  forbidden_address: 'forbidden_address',
  unsupported_url: 'unsupported_url',
  unsupported_request: 'unsupported_request',
};

export type Sender = (letter: Letter, signal?: AbortSignal) => Promise<Sent>;

/** Throws only when `signal` ended it. */
export const createSender =
  ({ outbound, wire }: { outbound: Outbound; wire: Wire }): Sender =>
  async (letter, signal) => {
    try {
      const { status, body } = await outbound.fetch(letter.config.url, {
        method: 'POST',
        headers: headersOf(wire, letter),
        body: letter.body,
        timeoutMs,
        maxBytes: maxAnswer,
        isBodyOptional: true,
        signal,
      });
      // A NUL byte cannot be stored.
      const response = { statusCode: status, body: body.toString('utf8').replaceAll('\0', '') };
      return status >= 200 && status < 300 ? { response } : { response, error: 'unsuccessful_status' };
    } catch (error) {
      if (signal?.aborted || !(error instanceof OutboundError)) throw error;
      return { error: problems[error.reason] ?? 'network' };
    }
  };
