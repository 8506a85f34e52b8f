// One HTTP exchange with an already checked target: no redirects, no reuse of connections, bounded in time and size.
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { OutboundError } from './outbound-error.ts';
import type { Address, Target } from './resolve-target.ts';

export type OutboundResponse = { status: number; headers: Headers; body: Buffer };

export type Exchange = {
  method: string;
  headers: Headers;
  body: Uint8Array | undefined;
  maxBytes: number;
  isBodyOptional: boolean;
  signal: AbortSignal;
};

/** A `lookup` for the socket that knows only the checked addresses, whatever DNS would say by now. */
const pinned =
  (addresses: readonly Address[]): LookupFunction =>
  (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family ?? 0);
  };

export async function exchange({ url, hostname, addresses }: Target, sent: Exchange): Promise<OutboundResponse> {
  sent.signal.throwIfAborted();
  const options: RequestOptions & { servername?: string; rejectUnauthorized: boolean } = {
    method: sent.method,
    hostname,
    port: url.port,
    path: url.pathname + url.search,
    headers: Object.fromEntries(sent.headers),
    lookup: pinned(addresses),
    agent: false,
    rejectUnauthorized: true, // not even the environment may turn this off
    ...(isIP(hostname) === 0 && { servername: hostname.replace(/\.$/, '') }),
  };
  return await new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps(options) : requestHttp(options);
    let answered = false;
    const fail = (cause?: unknown) => {
      sent.signal.removeEventListener('abort', stop);
      reject(cause instanceof OutboundError ? cause : new OutboundError('network', { cause }));
      request.destroy();
    };
    const stop = () => fail(sent.signal.reason);
    sent.signal.addEventListener('abort', stop);
    request.on('error', fail);
    request.on('close', () => {
      if (!answered) fail();
    });
    request.on('response', (response) => {
      answered = true;
      readAnswer(response, sent).then((answer) => {
        sent.signal.removeEventListener('abort', stop);
        resolve(answer);
      }, fail);
    });
    request.end(sent.body);
  });
}

async function readAnswer(response: IncomingMessage, sent: Exchange): Promise<OutboundResponse> {
  const body = sent.isBodyOptional ? await readSome(response, sent) : await readAll(response, sent);
  return { status: response.statusCode ?? 0, headers: headersOf(response), body };
}

const isPlain = ({ headers }: IncomingMessage) =>
  (headers['content-encoding'] ?? 'identity').trim().toLowerCase() === 'identity';

/** Leaves the rest unread and hangs up. */
async function readSome(response: IncomingMessage, { maxBytes }: Exchange): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let received = 0;
  if (isPlain(response)) {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      received += chunk.length;
      if (received >= maxBytes) break;
    }
  }
  response.destroy();
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

async function readAll(response: IncomingMessage, { method, maxBytes }: Exchange): Promise<Buffer> {
  // Nothing was asked to be compressed, and a kilobyte that unpacks to a gigabyte is not read at all.
  if (!isPlain(response)) throw new OutboundError('unsupported_encoding');
  const announced = method === 'HEAD' ? 0 : Number(response.headers['content-length'] ?? 0);
  if (announced > maxBytes) throw new OutboundError('too_large');
  const chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    received += chunk.length;
    if (received > maxBytes) throw new OutboundError('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
}
