// Sends one request to a webhook's endpoint: signed, limited in time and size.
import { secretMask } from '@tessera/contract/secret-mask';
import type { DeliveryAttempt, DeliveryProblem, WebhookConfig } from '@tessera/contract/webhooks';
import type { Wire } from '@tessera/contract/wire';
import type { Clock } from '../../clock.ts';
import type { Outbound } from '../../infrastructure/outbound/outbound.ts';
import { OutboundError, type OutboundReason } from '../../infrastructure/outbound/outbound-error.ts';
import { version } from '../../version.ts';
import { type SigningKeys, signatureHeaders } from './signing-keys.ts';

export const timeoutMs = 10_000;
/** Stored part of a response; the rest is not read. */
const maxAnswer = 16 * 1024;

export type Delivery = SigningKeys & { id: string; config: WebhookConfig; body: string };
export type Sent = {
  response?: { statusCode: number; body: string };
  error?: DeliveryProblem;
  attempt: DeliveryAttempt;
};

/** Custom headers override ours, except for those that authenticate, identify and frame the request. */
const headersOf = (wire: Wire, delivery: Delivery, now: number): Headers => {
  const headers = new Headers({ 'user-agent': `Tessera/${version}` });
  for (const [name, value] of Object.entries(delivery.config.headers ?? {})) headers.set(name, value);
  headers.delete(wire.previousSignatureHeader);
  const own = {
    'content-type': 'application/json; charset=utf-8',
    [wire.deliveryIdHeader]: delivery.id,
    [wire.deliveryTimeHeader]: String(Math.floor(now / 1000)),
    ...signatureHeaders(wire, delivery, delivery.body, now),
  };
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  return headers;
};

const mostHeaders = 40;
const mostOfValue = 256;
const mostOfBody = 1024;
const secretHeaders = /cookie|authorization|token|secret|password|api-?key/i;

/** PostgreSQL stores neither NUL nor half a character. */
const shortened = (text: string, most: number) => text.replaceAll('\0', '').slice(0, most).toWellFormed();

/** Headers as they are stored: few, short and without secrets. */
const storedHeaders = (headers: Iterable<[string, string]>, isSecret: (name: string) => boolean) =>
  Object.fromEntries(
    [...headers]
      .slice(0, mostHeaders)
      .map(([name, value]) => [name, isSecret(name) ? secretMask : shortened(value, mostOfValue)]),
  );

/** Values of custom headers often are credentials. */
const requestHeaders = ({ config }: Delivery, headers: Headers, wire: Wire) => {
  const custom = new Set(Object.keys(config.headers ?? {}).map((name) => name.toLowerCase()));
  return storedHeaders(
    headers,
    (name) => custom.has(name) && !name.startsWith(`${wire.namespace}-`) && name !== 'content-type',
  );
};

const problems: Partial<Record<OutboundReason, DeliveryProblem>> = {
  timeout: 'timeout',
  forbidden_address: 'forbidden_address',
  unsupported_url: 'unsupported_url',
  unsupported_request: 'unsupported_request',
};

export type Sender = (delivery: Delivery, signal?: AbortSignal) => Promise<Sent>;

type Options = { outbound: Outbound; wire: Wire; clock: Pick<Clock, 'now'> };

/** Throws only if `signal` aborted it. */
export const createSender =
  ({ outbound, wire, clock }: Options): Sender =>
  async (delivery, signal) => {
    const startedAt = clock.now();
    const began = performance.now();
    const headers = headersOf(wire, delivery, startedAt);
    const attempt = (more: Partial<DeliveryAttempt>): DeliveryAttempt => ({
      startedAt,
      durationMs: Math.round(performance.now() - began),
      requestHeaders: requestHeaders(delivery, headers, wire),
      ...more,
    });
    try {
      const answer = await outbound.fetch(delivery.config.url, {
        method: 'POST',
        headers,
        body: delivery.body,
        timeoutMs,
        maxBytes: maxAnswer,
        isBodyOptional: true,
        signal,
      });
      // PostgreSQL cannot store NUL.
      const response = { statusCode: answer.status, body: answer.body.toString('utf8').replaceAll('\0', '') };
      const error = answer.status >= 200 && answer.status < 300 ? undefined : ('unsuccessful_status' as const);
      const told = {
        statusCode: answer.status,
        responseHeaders: storedHeaders(answer.headers, (name) => secretHeaders.test(name)),
        responseBody: shortened(response.body, mostOfBody),
      };
      return { response, ...(error && { error }), attempt: attempt({ ...told, ...(error && { error }) }) };
    } catch (error) {
      if (signal?.aborted || !(error instanceof OutboundError)) throw error;
      const problem = problems[error.reason] ?? 'network';
      return { error: problem, attempt: attempt({ error: problem }) };
    }
  };
