// The trace of the running code; none while tracing is off.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from '@opentelemetry/api';

export type CurrentTrace = {
  context: Context;
  traceId: string;
  /** The header that propagates the trace. */
  traceparent: string;
};

export const currentTrace = new AsyncLocalStorage<CurrentTrace>();
