// Spans of a trace. Names and attributes never contain secrets, personal data or query strings: only operations, tenant
// IDs, statement names and hosts.
import type { CurrentTrace } from './current-trace.ts';

export type Attributes = Record<string, string | number>;

export type SpanStart = {
  name: string;
  kind?: 'server' | 'client' | 'consumer' | 'internal';
  attributes?: Attributes;
  /** A `traceparent` to continue if this code belongs to no trace. */
  parent?: string | undefined;
};

export type Span = {
  trace: CurrentTrace;
  rename: (name: string) => void;
  set: (attributes: Attributes) => void;
  /** `type`: the code or name of an error, never its message. */
  fail: (type: string) => void;
  end: () => void;
};

export type Tracing = {
  open: (start: SpanStart) => Span;
  /** Runs `work` in a span that ends with it. */
  inSpan: <T>(start: SpanStart, work: (span: Span) => Promise<T>) => Promise<T>;
  /** Exports the remaining spans. */
  stop: () => Promise<void>;
};
