// Exports spans to the operator's collector by OTLP over HTTP (protobuf), through the outbound gate. The collector may
// be on a private network, since the operator configured it.
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import { createOutbound } from '../outbound/outbound.ts';
import { OutboundError } from '../outbound/outbound-error.ts';
import { currentTrace } from './current-trace.ts';
import type { TracingSettings } from './tracing-settings.ts';

const timeoutMs = 5_000;

/** `warn` is called for the first of consecutive failures; the spans of a failed export are lost. */
export const createExporter = ({ url, headers }: TracingSettings, warn: (problem: string) => void): SpanExporter => {
  const outbound = createOutbound({ allowPrivate: true });
  const sending = new Set<Promise<void>>();
  const state = { isFailing: false };

  const send = async (spans: ReadableSpan[]): Promise<void> => {
    const { status } = await outbound.fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-protobuf' },
      body: ProtobufTraceSerializer.serializeRequest(spans) ?? new Uint8Array(),
      timeoutMs,
      isBodyOptional: true,
    });
    if (status < 200 || status > 299) throw new Error(`status ${status}`);
  };

  const exportSpans = async (spans: ReadableSpan[], done: (result: ExportResult) => void): Promise<void> => {
    try {
      // Exports must not be traced themselves.
      await currentTrace.exit(() => send(spans));
      state.isFailing = false;
      done({ code: ExportResultCode.SUCCESS });
    } catch (error) {
      if (!state.isFailing) warn(error instanceof OutboundError ? error.reason : (error as Error).message);
      state.isFailing = true;
      done({ code: ExportResultCode.FAILED, error: error as Error });
    }
  };

  return {
    export: (spans, done) => {
      const work = exportSpans(spans, done);
      sending.add(work);
      void work.then(() => sending.delete(work));
    },
    forceFlush: async () => void (await Promise.all(sending)),
    shutdown: async () => void (await Promise.all(sending)),
  };
};
