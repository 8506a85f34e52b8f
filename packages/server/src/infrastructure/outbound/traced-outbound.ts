// Spans of outgoing requests, with host and status.
import type { Tracing } from '../tracing/tracing.ts';

type Fetch<Request, Answer> = (url: string | URL, request?: Request) => Promise<Answer>;

/** Without path and query, which may contain the receiver's secrets. */
export const traceFetch =
  <Request extends { method?: string | undefined }, Answer extends { status: number }>(
    fetch: Fetch<Request, Answer>,
    { inSpan }: Tracing,
  ): Fetch<Request, Answer> =>
  (url, request) => {
    const method = request?.method ?? 'GET';
    const host = URL.parse(String(url))?.host ?? '';
    const attributes = { 'http.request.method': method, 'server.address': host };
    return inSpan({ name: method, kind: 'client', attributes }, async (span) => {
      const answer = await fetch(url, request);
      span.set({ 'http.response.status_code': answer.status });
      return answer;
    });
  };

export const traceConnect =
  <Target extends { host: string; port: number }, Connection>(
    connect: (to: Target) => Promise<Connection>,
    { inSpan }: Tracing,
  ) =>
  (to: Target): Promise<Connection> => {
    const attributes = { 'server.address': to.host, 'server.port': to.port };
    return inSpan({ name: 'connect', kind: 'client', attributes }, () => connect(to));
  };
