// The only way out to a URL somebody typed: webhooks, logout notices, discovery, keys, breach list.
import { exchange, type OutboundResponse } from './exchange.ts';
import { OutboundError } from './outbound-error.ts';
import { type Lookup, lookUpAll, parseUrl, resolveTarget } from './resolve-target.ts';
import { allowanceOf } from './special-addresses.ts';

export type OutboundRequest = {
  method?: string | undefined;
  headers?: Headers | Readonly<Record<string, string>> | undefined;
  body?: string | Uint8Array | undefined;
  /** For everything together: name resolution, connection, headers and body. */
  timeoutMs?: number | undefined;
  maxBytes?: number | undefined;
  /** The status is what matters: of a body that is too long or cannot be read, only what fits is kept. */
  isBodyOptional?: boolean | undefined;
  signal?: AbortSignal | undefined;
};

export type OutboundFetch = (url: string | URL, request?: OutboundRequest) => Promise<OutboundResponse>;

export type Outbound = {
  fetch: OutboundFetch;
  /** The address of a host for a connection that is not HTTP, such as that to a mail server. Checked like the others. */
  resolve: (host: string) => Promise<string>;
  /** The same in the shape of the platform's `fetch`, for libraries that take one. Redirects come back as they are. */
  asFetch: () => (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
};

export type OutboundOptions = {
  /** Host names, addresses and subnets that are reachable although they are not public; `true` for all. */
  allowPrivate: boolean | readonly string[];
  lookup?: Lookup;
};

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
// These belong to the connection, not to whoever typed the URL or its headers.
const ownHeaders =
  /^(accept-encoding|connection|content-length|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*)$/;

export function createOutbound({ allowPrivate, lookup = lookUpAll }: OutboundOptions): Outbound {
  const allowance = allowanceOf(allowPrivate);

  const fetch: OutboundFetch = async (
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
      const target = await limit.race(resolveTarget(url, lookup, allowance));
      return await exchange(target, { method, headers, body: sent, maxBytes, isBodyOptional, signal: limit.signal });
    } catch (cause) {
      throw cause instanceof OutboundError ? cause : new OutboundError('network', { cause });
    } finally {
      limit.end();
    }
  };

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

  const resolve: Outbound['resolve'] = async (host) => {
    const url = URL.parse(`http://${host.includes(':') ? `[${host}]` : host}`);
    if (url?.pathname !== '/' || url.port !== '') throw new OutboundError('unsupported_url');
    const { addresses } = await resolveTarget(url, lookup, allowance);
    return addresses[0]?.address ?? '';
  };

  return { fetch, resolve, asFetch };
}

function headersToSend(given: OutboundRequest['headers'], body: Uint8Array | undefined): Headers {
  try {
    const headers = new Headers(given);
    for (const name of [...headers.keys()]) if (ownHeaders.test(name)) headers.delete(name);
    headers.set('accept-encoding', 'identity');
    if (body !== undefined) headers.set('content-length', String(body.byteLength));
    return headers;
  } catch (cause) {
    throw new OutboundError('unsupported_request', { cause });
  }
}

/** One clock for the whole request, and the caller's own wish to stop; both end it with a reason of ours. */
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
