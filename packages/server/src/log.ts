// The operator's log: one JSON line per event, with the request ID.
import { type Logger, pino } from 'pino';
import { currentTrace } from './infrastructure/tracing/current-trace.ts';
import type { Settings } from './settings.ts';

export type Log = Logger;

/** An error that only the operator can fix. Its message is written to the log. */
export class OperatorError extends Error {}

const traceOfLine = () => {
  const trace = currentTrace.getStore();
  return trace ? { trace_id: trace.traceId } : {};
};

export const createLog = ({
  logLevel,
  tracing,
}: Pick<Settings, 'logLevel'> & Partial<Pick<Settings, 'tracing'>>): Log =>
  pino({
    level: logLevel,
    ...(tracing && { mixin: traceOfLine }),
    redact: { paths: ['*.password', '*.secret', '*.token', '*.authorization', '*.cookie'], censor: '******' },
  });
