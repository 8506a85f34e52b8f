// A span for each request: continues the caller's trace, and is named by the operation once known.
import type { FrontDoor } from '../http/front-door.ts';
import { findVisit } from '../http/visit.ts';
import { currentTrace } from './current-trace.ts';
import type { Tracing } from './tracing.ts';

const isHealthCheck = (url: string | undefined) => url?.startsWith('/health') ?? false;

export const traceRequests =
  (frontDoor: FrontDoor, { open }: Tracing): FrontDoor =>
  (listener) => {
    const receive = frontDoor(listener);
    return (request, response, upgrade) => {
      if (isHealthCheck(request.url)) return receive(request, response, upgrade);
      const { traceparent } = request.headers;
      const span = open({
        name: 'request',
        kind: 'server',
        attributes: { 'http.request.method': request.method ?? '' },
        parent: typeof traceparent === 'string' ? traceparent : undefined,
      });
      response.once('close', () => {
        const visit = findVisit(request);
        const operation = visit?.operation ?? 'file';
        span.rename(operation);
        span.set({
          'http.response.status_code': response.statusCode,
          'tessera.operation': operation,
          ...(visit?.destination.tenantId && { 'tessera.tenant': visit.destination.tenantId }),
          ...(visit && { 'tessera.request_id': visit.requestId }),
        });
        if (response.statusCode >= 500) span.fail(String(response.statusCode));
        span.end();
      });
      currentTrace.run(span.trace, () => receive(request, response, upgrade));
    };
  };
