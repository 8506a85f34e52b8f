// One HTTP exchange with a checked target: no redirects, no connection reuse, limited in time and size.
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { checkedLookup } from './checked-lookup.ts';
import { OutboundError, toOutboundError } from './outbound-error.ts';
import type { Target } from './resolve-target.ts';

export type OutboundResponse = { status: number; headers: Headers; body: Buffer };

export type Exchange = {
  method: string;
  headers: Headers;
  body: Uint8Array | undefined;
  maxBytes: number;
  isBodyOptional: boolean;
  signal: AbortSignal;
  /** The tunnel through a proxy; without it, a connection is opened. */
  tunnel: Socket | undefined;
};

export async function exchange({ url, hostname, addresses }: Target, sent: Exchange): Promise<OutboundResponse> {
  sent.signal.throwIfAborted();
  const isSecure = url.protocol === 'https:';
  const tls = {
    rejectUnauthorized: true, // not even the environment can disable this
    ...(isIP(hostname) === 0 && { servername: hostname.replace(/\.$/, '') }),
  };
  const { tunnel: socket } = sent;
  const options: RequestOptions = {
    method: sent.method,
    hostname,
    port: url.port,
    path: url.pathname + url.search,
    headers: Object.fromEntries(sent.headers),
    defaultPort: isSecure ? 443 : 80,
    ...(socket
      ? { createConnection: () => (isSecure ? connectTls({ socket, host: hostname, ...tls }) : socket) }
      : { lookup: checkedLookup(addresses), agent: false, ...tls }),
  };
  return await new Promise((resolve, reject) => {
    const request = isSecure ? requestHttps(options) : requestHttp(options);
    let answered = false;
    const fail = (cause?: unknown) => {
      sent.signal.removeEventListener('abort', stop);
      reject(toOutboundError(cause));
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

/** Stops reading and disconnects. */
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
  // No compression was requested, and a compressed response could be a decompression bomb.
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
