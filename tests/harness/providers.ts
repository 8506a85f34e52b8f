// Counterparts of providers under their real host names: a proxy (OUTBOUND_PROXY) that ends each tunnel at a handler for
// the host, over TLS with a certificate of a test authority.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createSecureContext, type SecureContext } from 'node:tls';
import { newAuthority } from '@tessera/server/infrastructure/outbound/self-signed';

export type ProviderRequest = { method: string; url: URL; headers: IncomingHttpHeaders; body: string };
export type ProviderAnswer = {
  /** 200 unless set. */
  status?: number;
  headers?: Record<string, string>;
  /** Objects are sent as JSON. */
  body?: string | Buffer | object;
};
export type Provider = (request: ProviderRequest) => ProviderAnswer | Promise<ProviderAnswer>;

/** How a provider answers all requests. */
export type Failure = 'down' | 'silent' | 'error' | 'html' | 'large';

const html = '<!doctype html><html lang="en"><title>Maintenance</title><h1>Back soon</h1></html>';
const failures: Record<Exclude<Failure, 'down' | 'silent'>, ProviderAnswer> = {
  error: { status: 503, body: { error: 'temporarily_unavailable' } },
  html: { headers: { 'content-type': 'text/html' }, body: html },
  large: { body: JSON.stringify({ padding: 'x'.repeat(10_000_000) }) },
};

export type Providers = Awaited<ReturnType<typeof startProviders>>;
export type ProviderHosts = Pick<Providers, 'on' | 'handlerOf'>;

export const startProviders = async () => {
  const handlers = new Map<string, Provider>();
  const failing = new Map<string, Failure>();
  const ports = new Map<string, number>();
  const requests: ProviderRequest[] = [];
  const refused: string[] = [];
  const sockets = new Set<Socket>();

  const authority = newAuthority();
  const folder = mkdtempSync(join(tmpdir(), 'tessera-providers-'));
  const authorityFile = join(folder, 'authority.pem');
  writeFileSync(authorityFile, authority.cert);
  const contexts = new Map<string, SecureContext>();
  const contextOf = (hostname: string): SecureContext => {
    const context = contexts.get(hostname) ?? createSecureContext(authority.issue(hostname));
    contexts.set(hostname, context);
    return context;
  };

  const answer = async (request: ProviderRequest): Promise<ProviderAnswer> => {
    const { hostname } = request.url;
    requests.push(request);
    const failure = failing.get(hostname);
    if (failure === 'silent') return await new Promise<never>(() => undefined);
    if (failure && failure !== 'down') return failures[failure];
    const handler = handlers.get(hostname);
    return handler ? await handler(request) : { status: 404 };
  };
  const web = createTlsServer(
    { SNICallback: (hostname, done) => done(null, contextOf(hostname)) },
    async (incoming, response) => {
      const { method = '', headers } = incoming;
      const url = new URL(incoming.url ?? '/', `https://${headers.host}`);
      try {
        const {
          status = 200,
          headers: sent,
          body = '',
        } = await answer({ method, url, headers, body: await text(incoming) });
        const isJson = typeof body === 'object' && !Buffer.isBuffer(body);
        response.writeHead(status, { 'content-type': 'application/json', ...sent });
        response.end(isJson ? JSON.stringify(body) : body);
      } catch (error) {
        // An exception in a counterpart is a mistake of the test.
        process.stderr.write(`Provider ${url.hostname} failed: ${(error as Error).stack}\n`);
        response.writeHead(500).end();
      }
    },
  );
  web.on('tlsClientError', () => undefined);

  const proxy = createHttpServer();
  proxy.on('connect', ({ url = '' }, socket: Socket) => {
    const [hostname = '', port] = url.split(':');
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    const target = ports.get(url);
    const isKnown = target !== undefined || (port === '443' && handlers.has(hostname));
    if (!isKnown) refused.push(url);
    if (!isKnown || failing.get(hostname) === 'down') return void socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    if (target === undefined) {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      return void web.emit('connection', socket);
    }
    const other = connect(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(other).pipe(socket);
    });
    other.on('error', () => socket.destroy());
    other.on('close', () => socket.destroy());
    socket.on('close', () => other.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));

  return {
    /** Settings of a server that reaches the providers. */
    env: {
      OUTBOUND_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      NODE_EXTRA_CA_CERTS: authorityFile,
    },
    /** Answers requests to `https://{hostname}`. */
    on: (hostname: string, provider: Provider) => void handlers.set(hostname, provider),
    handlerOf: (hostname: string): Provider | undefined => handlers.get(hostname),
    /** Forwards connections, such as to a mail server, to a port on this machine. */
    forward: (hostname: string, port: number, to: number) => void ports.set(`${hostname}:${port}`, to),
    /** A certificate of the test authority, for forwarded servers. */
    certificateFor: authority.issue,
    /** Until called without a failure. */
    fail: (hostname: string, failure?: Failure) => {
      if (failure) failing.set(hostname, failure);
      else failing.delete(hostname);
    },
    /** All requests so far. */
    requests,
    /** Hosts that were asked for, but have no counterpart. */
    refused,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      web.closeAllConnections();
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
