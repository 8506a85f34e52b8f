// Protected applications: an origin server on loopback, the application in front of it, and a browser that keeps the
// cookies of each host.
import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http';
import type { AddressInfo, LookupFunction, Socket } from 'node:net';
import type { ManagementApi } from './api.ts';
import { experience } from './sign-in.ts';
import type { TestServer } from './test-server.ts';
import { type Answer, newVisitor, type Visitor } from './visitor.ts';

export const appsDomain = 'apps.test';
export const gatewaySettings = { PROTECTED_APPS_DOMAIN: appsDomain, OUTBOUND_ALLOW: '127.0.0.1' };

export type Origin = Awaited<ReturnType<typeof startOrigin>>;

/** By default, it answers with what it was asked. */
const echo: RequestListener = (request, response) => {
  const { method, url, headers } = request;
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ method, url, headers }));
};

export const startOrigin = async (listener: RequestListener = echo) => {
  const received: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    received.push(request);
    listener(request, response);
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    server,
    port,
    url: `http://127.0.0.1:${port}`,
    received,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export type Echoed = { method: string; url: string; headers: Record<string, string | undefined> };

type Site = { id: string; host: string; url: string };

/** An application in front of this origin. */
export const newProtectedApplication = async (
  server: TestServer,
  api: ManagementApi,
  { subDomain, origin, ...settings }: { subDomain: string; origin: string; [setting: string]: unknown },
): Promise<Site> => {
  const body = { name: subDomain, type: 'Protected', protectedAppMetadata: { subDomain, origin } };
  const created = await api.call('POST', '/applications', body);
  if (created.status !== 200) throw new Error(`no protected application: ${created.body}`);
  const { id, protectedAppMetadata } = created.json() as { id: string; protectedAppMetadata: { host: string } };
  if (Object.keys(settings).length > 0) {
    const changed = await api.call('PATCH', `/applications/${id}`, { protectedAppMetadata: settings });
    if (changed.status !== 200) throw new Error(`not changed: ${changed.body}`);
  }
  const { host } = protectedAppMetadata;
  return { id, host, url: `http://${host}:${server.port}` };
};

const withoutBody = [204, 205, 304];

/** Hosts of protected applications have no DNS records in tests. */
const atLoopback: LookupFunction = (_host, options, done) =>
  options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);

/** Where a request for this URL is sent. A proxy ends TLS, so https is sent to the port behind it. */
const targetOf = (url: string, behindProxy: number | undefined) => {
  const { protocol, hostname, host, port, pathname, search } = new URL(url);
  if (protocol === 'https:' && !behindProxy) throw new Error(`no proxy ends TLS for ${url}`);
  return { hostname, port: protocol === 'https:' ? behindProxy : port, path: `${pathname}${search}`, host };
};

/** Like `fetch`, but without its `Sec-Fetch-Mode: cors`, which tells that no page is opened. */
const sendPlainly =
  (behindProxy: number | undefined) =>
  (url: string, { method = 'GET', headers, body }: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const { host, ...target } = targetOf(url, behindProxy);
      const sent = { host, ...(headers as Record<string, string>) };
      const asked = request({ ...target, method, headers: sent, lookup: atLoopback }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const all = new Headers();
          for (const [name, value] of Object.entries(answer.headersDistinct)) {
            for (const one of value ?? []) all.append(name, one);
          }
          const status = answer.statusCode ?? 0;
          const content = withoutBody.includes(status) ? null : Buffer.concat(chunks);
          resolve(new Response(content, { status, headers: all }));
        });
      });
      asked.on('error', reject);
      asked.end(body === undefined || body === null ? undefined : String(body));
    });

export type Browser = ReturnType<typeof newBrowser>;

/** `behindProxy`: the port of a server that is reached over https. */
export const newBrowser = (headers: Record<string, string> = {}, behindProxy?: number) => {
  const visitors = new Map<string, Visitor>();
  const at = (url: string): Visitor => {
    const { host } = new URL(url);
    const visitor = visitors.get(host) ?? newVisitor(headers, [], sendPlainly(behindProxy));
    visitors.set(host, visitor);
    return visitor;
  };
  const open = (url: string, more: Record<string, string> = {}) => at(url).get(url, { accept: 'text/html', ...more });
  /** Follows redirects across hosts until there is a page. */
  const follow = async (start: string, stopAt: string[] = []): Promise<{ url: string; answer: Answer }> => {
    let url = start;
    for (let hops = 0; hops < 20; hops += 1) {
      const answer = await open(url);
      const location = answer.headers.get('location');
      const next = location && new URL(location, url).href;
      if (!next || stopAt.some((prefix) => next.startsWith(prefix))) return { url: next || url, answer };
      url = next;
    }
    throw new Error(`too many redirects from ${start}`);
  };
  return { at, open, follow };
};

/** Opens a page of the site, signs in on the way there, and returns the page. */
export const signInTo = async (
  server: TestServer,
  url: string,
  username: string,
  { browser = newBrowser(), register = false, tenantId = 'default' } = {},
) => {
  const base = server.base(tenantId);
  const opened = await browser.follow(url);
  if (!opened.url.startsWith(base)) throw new Error(`no sign-in page: ${opened.url} ${opened.answer.body}`);
  const steps = experience(browser.at(base), base);
  const next = register ? await steps.register(username) : await steps.signIn(username);
  const landed = await browser.follow(next);
  return { browser, ...landed };
};

/** The cookies that a browser would send to this URL. */
export const cookiesAt = (browser: Browser, url: string): string =>
  browser
    .at(url)
    .cookies()
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');

type Opened = { status: number; headers: Record<string, unknown>; socket?: Socket; body?: string };

/** Asks for a WebSocket. The bytes after that are up to the test and its origin. */
export const openWebSocket = (url: string, headers: Record<string, string> = {}): Promise<Opened> =>
  new Promise((resolve, reject) => {
    const key = Buffer.alloc(16, 1).toString('base64');
    const asked = request(url, {
      lookup: atLoopback,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-key': key,
        'sec-websocket-version': '13',
        ...headers,
      },
    });
    asked.on('upgrade', (answer, socket, head) => {
      if (head.length > 0) socket.unshift(head);
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, socket });
    });
    asked.on('response', (answer) => {
      let body = '';
      answer.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      answer.on('error', reject);
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
    });
    asked.on('error', reject);
    asked.end();
  });
