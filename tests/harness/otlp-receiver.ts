// A trace collector on this machine: accepts OTLP over HTTP (protobuf) and keeps the spans.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { eventually } from './eventually.ts';

export type ReceivedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  attributes: Record<string, string | number>;
};

type Field = { number: number; value: number | Buffer };

/** The fields of a protobuf message, without the fixed-width ones that tests don't read. */
const fieldsOf = (message: Buffer): Field[] => {
  const fields: Field[] = [];
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = message[at++] ?? 0;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const number = Math.floor(tag / 8);
    const type = tag % 8;
    if (type === 0) fields.push({ number, value: varint() });
    else if (type === 1) at += 8;
    else if (type === 5) at += 4;
    else if (type === 2) {
      const length = varint();
      fields.push({ number, value: message.subarray(at, at + length) });
      at += length;
    } else throw new Error(`protobuf type ${type}`);
  }
  return fields;
};
const messages = (message: Buffer, number: number): Buffer[] =>
  fieldsOf(message).flatMap((field) => (field.number === number && Buffer.isBuffer(field.value) ? [field.value] : []));
const text = (message: Buffer, number: number) => messages(message, number)[0]?.toString('utf8') ?? '';
const hex = (message: Buffer, number: number) => messages(message, number)[0]?.toString('hex') ?? '';

const attributeOf = (pair: Buffer): [string, string | number] => {
  const [value] = messages(pair, 2).flatMap(fieldsOf);
  return [text(pair, 1), Buffer.isBuffer(value?.value) ? value.value.toString('utf8') : (value?.value ?? '')];
};
const spanOf = (span: Buffer): ReceivedSpan => ({
  traceId: hex(span, 1),
  spanId: hex(span, 2),
  parentSpanId: hex(span, 4),
  name: text(span, 5),
  attributes: Object.fromEntries(messages(span, 9).map(attributeOf)),
});

export const startOtlpReceiver = async () => {
  const spans: ReceivedSpan[] = [];
  const requests: { path: string; headers: IncomingMessage['headers']; raw: Buffer }[] = [];
  const server = createServer(async (request, response) => {
    const raw = await buffer(request);
    requests.push({ path: request.url ?? '', headers: request.headers, raw });
    const scopes = messages(raw, 1).flatMap((resource) => messages(resource, 2));
    spans.push(...scopes.flatMap((scope) => messages(scope, 2)).map(spanOf));
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    /** Waits for a matching span of the trace. */
    span: async (traceId: string, fits: (span: ReceivedSpan) => boolean, what: string): Promise<ReceivedSpan> => {
      const find = () => spans.find((span) => span.traceId === traceId && fits(span));
      await eventually(() => find() !== undefined, { what: `the span of ${what}` });
      return find() as ReceivedSpan;
    },
    spansOf: (traceId: string) => spans.filter((span) => span.traceId === traceId),
    spans,
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
export type OtlpReceiver = Awaited<ReturnType<typeof startOtlpReceiver>>;
