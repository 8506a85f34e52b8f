// OpenTelemetry tracing. Imported only if an endpoint is set, so that it costs nothing otherwise.
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { parseKeyPairsIntoRecord, parseTraceParent } from '@opentelemetry/core';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { version } from '../../version.ts';
import { currentTrace } from './current-trace.ts';
import { createExporter } from './exporter.ts';
import type { Span, Tracing } from './tracing.ts';
import type { TracingSettings } from './tracing-settings.ts';

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

const samplerOf = ({ sampler, samplerRatio }: TracingSettings): Sampler => {
  const roots: Record<string, () => Sampler> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(samplerRatio),
  };
  const root = roots[sampler.replace('parentbased_', '')]?.() ?? new AlwaysOnSampler();
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
};

const parentOf = (traceparent: string | undefined) => {
  const active = currentTrace.getStore();
  if (active) return active.context;
  const remote = traceparent ? parseTraceParent(traceparent) : null;
  return remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT;
};

const errorType = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown';
};

export const startTracing = (settings: TracingSettings, warn: (problem: string) => void): Tracing => {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      ...parseKeyPairsIntoRecord(settings.resourceAttributes),
      'service.name': settings.serviceName,
      'service.version': version,
    }),
    sampler: samplerOf(settings),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: createExporter(settings, warn),
        scheduledDelayMillis: settings.scheduleDelayMs,
        exportTimeoutMillis: 5_000,
      }),
    ],
  });
  const tracer = provider.getTracer('tessera', version);

  const open: Tracing['open'] = ({ name, kind = 'internal', attributes = {}, parent }) => {
    const above = parentOf(parent);
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, above);
    const { traceId, spanId, traceFlags } = span.spanContext();
    const traceparent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
    return {
      trace: { context: trace.setSpan(above, span), traceId, traceparent },
      rename: (other) => void span.updateName(other),
      set: (more) => void span.setAttributes(more),
      fail: (type) => void span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type),
      end: () => span.end(),
    };
  };
  const inSpan = async <T>(start: Parameters<typeof open>[0], work: (span: Span) => Promise<T>): Promise<T> => {
    const span = open(start);
    try {
      return await currentTrace.run(span.trace, () => work(span));
    } catch (error) {
      span.fail(errorType(error));
      throw error;
    } finally {
      span.end();
    }
  };
  return { open, inSpan, stop: () => provider.shutdown() };
};
