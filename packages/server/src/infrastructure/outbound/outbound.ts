// The only way to request a URL from user input: webhooks, back-channel logout, discovery, keys, breach check.
import type { Socket } from 'node:net';
import { currentTrace } from '../tracing/current-trace.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { exchange, type OutboundResponse } from './exchange.ts';
import { createLookup, type Lookup, oncePerName } from './lookups.ts';
import { openSocket } from './open-socket.ts';
import { OutboundError, toOutboundError } from './outbound-error.ts';
import { type OutboundProxy, openTunnel } from './proxy.ts';
import { isAllowed, parseUrl, resolveForProxy, resolveTarget, type Target } from './resolve-target.ts';
import { allowanceOf } from './special-addresses.ts';
import { traceConnect, traceFetch } from './traced-outbound.ts';

export type OutboundRequest = {
  method?: string | undefined;
  headers?: Headers | Readonly<Record<string, string>> | undefined;
  body?: string | Uint8Array | undefined;
  /** For everything: name resolution, connection, headers and body. */
  timeoutMs?: number | undefined;
  maxBytes?: number | undefined;
  /** Only the status matters: an oversized or unreadable body is truncated. */
  isBodyOptional?: boolean | undefined;
  signal?: AbortSignal | undefined;
};

export type OutboundConnection = {
  host: string;
  port: number;
  /** Ports of the protocol; others only at hosts the operator allows. A protocol without such ports names `port`. */
  ports: readonly number[];
  timeoutMs?: number | undefined;
};

export type OutboundFetch = (url: string | URL, request?: OutboundRequest) => Promise<OutboundResponse>;

export type Outbound = {
  fetch: OutboundFetch;
  /** A connection for a library, such as to a mail server, or to the site of a protected application. */
  connect: (to: OutboundConnection) => Promise<Socket>;
  /** Whether a URL leads where no connection is allowed. It is checked again for each connection. */
  isForbidden: (url: string) => Promise<boolean>;
  /** The same with the interface of the platform's `fetch`, for libraries. Redirects are returned as they are. */
  asFetch: () => (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
};

export type OutboundOptions = {
  /** Private host names, addresses and subnets that are allowed; `true` for all. */
  allowPrivate: boolean | readonly string[];
  /** Those of the system, if empty. */
  dnsServers?: readonly string[];
  lookup?: Lookup;
  /** For all connections except to hosts and addresses in `allowPrivate`. */
  proxy?: OutboundProxy | undefined;
  tracing?: Tracing | undefined;
};

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
// Connection headers, which user input cannot set.
const ownHeaders =
  /^(accept-encoding|connection|content-length|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*)$/;

export function createOutbound({
  allowPrivate,
  dnsServers = [],
  proxy,
  tracing,
  ...options
}: OutboundOptions): Outbound {
  const allowance = allowanceOf(allowPrivate);
  const lookup = oncePerName(options.lookup ?? createLookup(allowance, dnsServers));
  const resolve = (url: URL) => (proxy ? resolveForProxy : resolveTarget)(url, lookup, allowance);
  /** Nothing without a proxy, and for what the operator allows. */
  const tunnelTo = async (target: Omit<Target, 'url'>, port: number, signal: AbortSignal) =>
    proxy && !isAllowed(target, allowance) ? await openTunnel(proxy, { ...target, port }, signal) : undefined;

  const fetchChecked: OutboundFetch = async (
    to,
    {
      method = 'GET',
      headers: given,
      body,
      timeoutMs = 10_000,
      maxBytes = 1_048_576,
      isBodyOptional = false,
      signal: outer,
    } = {},
  ) => {
    const url = parseUrl(to);
    if (!methods.includes(method)) throw new OutboundError('unsupported_request');
    const sent = typeof body === 'string' ? Buffer.from(body) : body;
    const headers = headersToSend(given, sent);
    const limit = timeLimit(timeoutMs, outer);
    try {
      const target = await limit.race(resolve(url));
      const { signal } = limit;
      const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
      const tunnel = await limit.race(tunnelTo(target, port, signal));
      return await exchange(target, { method, headers, body: sent, maxBytes, isBodyOptional, signal, tunnel });
    } catch (cause) {
      throw toOutboundError(cause);
    } finally {
      limit.end();
    }
  };

  const fetch = tracing ? traceFetch(fetchChecked, tracing) : fetchChecked;

  const asFetch: Outbound['asFetch'] = () => async (input, init) => {
    const request = new Request(input, init);
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
    const answer = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      body,
      signal: request.signal,
    });
    return toResponse(answer);
  };

  const connect: Outbound['connect'] = async ({ host, port, ports, timeoutMs = 10_000 }) => {
    const url = URL.parse(`http://${host.includes(':') ? `[${host}]` : host}`);
    if (url?.pathname !== '/' || url.host !== url.hostname || url.username) throw new OutboundError('unsupported_url');
    const limit = timeLimit(timeoutMs, undefined);
    try {
      const target = await limit.race(resolve(url));
      if (!ports.includes(port) && !isAllowed(target, allowance)) throw new OutboundError('forbidden_port');
      const tunnel = await limit.race(tunnelTo(target, port, limit.signal));
      return tunnel ?? (await openSocket(target, port, limit.signal));
    } catch (cause) {
      throw toOutboundError(cause);
    } finally {
      limit.end();
    }
  };

  const isForbidden: Outbound['isForbidden'] = async (url) => {
    const limit = timeLimit(2_000, undefined);
    try {
      await limit.race(resolve(parseUrl(url)));
      return false;
    } catch (error) {
      return error instanceof OutboundError && error.reason === 'forbidden_address';
    } finally {
      limit.end();
    }
  };

  return { fetch, isForbidden, connect: tracing ? traceConnect(connect, tracing) : connect, asFetch };
}

function headersToSend(given: OutboundRequest['headers'], body: Uint8Array | undefined): Headers {
  try {
    const headers = new Headers(given);
    for (const name of [...headers.keys()]) if (ownHeaders.test(name)) headers.delete(name);
    headers.set('accept-encoding', 'identity');
    const trace = currentTrace.getStore();
    if (trace && !headers.has('traceparent')) headers.set('traceparent', trace.traceparent);
    if (body !== undefined) headers.set('content-length', String(body.byteLength));
    return headers;
  } catch (cause) {
    throw new OutboundError('unsupported_request', { cause });
  }
}

/** One timeout for the whole request, combined with the caller's signal; both abort with our reason. */
function timeLimit(milliseconds: number, outer: AbortSignal | undefined) {
  const controller = new AbortController();
  const stop = () => controller.abort(new OutboundError('aborted', { cause: outer?.reason }));
  const timer = setTimeout(() => controller.abort(new OutboundError('timeout')), milliseconds);
  outer?.addEventListener('abort', stop);
  if (outer?.aborted) stop();
  const { signal } = controller;
  return {
    signal,
    race: async <T>(work: Promise<T>): Promise<T> => {
      const ended = new Promise<never>((_, reject) => {
        if (signal.aborted) reject(signal.reason);
        else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
      return await Promise.race([work, ended]);
    },
    end: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', stop);
    },
  };
}

const withoutBody = [204, 205, 304];

function toResponse({ status, headers, body }: OutboundResponse): Response {
  if (status < 200 || status > 599) throw new OutboundError('network');
  return new Response(withoutBody.includes(status) ? null : new Uint8Array(body), { status, headers });
}
