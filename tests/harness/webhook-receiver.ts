// A webhook endpoint on this machine: the path determines its response, and it records all requests.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ManagementApi } from './api.ts';
import { eventually } from './eventually.ts';

export type Told = {
  path: string;
  headers: IncomingMessage['headers'];
  raw: string;
  body: { hookId: string; event: string; createdAt: string; [fact: string]: unknown };
};

const endless = (response: ServerResponse) => {
  response.writeHead(200);
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  };
  response.on('drain', more);
  more();
};

/** `/500/any`, `/hang`, `/close`, `/cut`, `/endless`, `/gzip`, `/redirect`, `/json`, `/nul`, `/emoji`, `/recover/2` (fails twice), otherwise 200. */
export const startWebhookReceiver = async () => {
  const told: Told[] = [];
  const hanging = new Map<ServerResponse, string>();
  const server = createServer(async (request, response) => {
    const raw = await text(request);
    const path = request.url ?? '';
    told.push({ path, headers: request.headers, raw, body: JSON.parse(raw) });
    const [, kind = '', argument] = path.split('/');
    if (kind === 'hang') return void hanging.set(response, path);
    if (kind === 'close') return void request.socket.destroy();
    if (kind === 'cut')
      return void response.writeHead(200, { 'content-length': 100 }).write('half', () => response.destroy());
    if (kind === 'endless') return endless(response);
    if (kind === 'gzip') return void response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip at all');
    if (kind === 'json') return void response.end('{"done":[1,null,"two"]}');
    if (kind === 'nul') return void response.end('{"text":"\\u0000"}');
    if (kind === 'emoji') return void response.end(`${'a'.repeat(1023)}😀`);
    if (kind === 'redirect') return void response.writeHead(302, { location: '/200' }).end();
    const isRecovering = kind === 'recover' && told.filter((one) => one.path === path).length <= Number(argument);
    response.writeHead(isRecovering ? 503 : Number(kind) || 200).end('so it is');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    told,
    /** Requests to this path so far. */
    at: (path: string) => told.filter((one) => one.path === path),
    /** Waits for a number of requests to the path. */
    arrived: async (path: string, count = 1, within = 60_000): Promise<Told[]> => {
      const at = () => told.filter((one) => one.path === path);
      await eventually(() => at().length >= count, { within, what: `request ${count} to ${path}` });
      return at();
    },
    /** Answers the hanging requests at the path. */
    release: (path: string) => {
      for (const [response, at] of hanging) {
        if (at !== path) continue;
        response.writeHead(200).end('at last');
        hanging.delete(response);
      }
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>;

export const isSigned = ({ headers, raw }: Told, signingKey: string) =>
  headers['tessera-signature-sha-256'] === createHmac('sha256', signingKey).update(raw).digest('hex');

export type NewWebhook = { id: string; signingKey: string };

export const newWebhook = async (
  api: ManagementApi,
  url: string,
  events: string[],
  config: object = {},
): Promise<NewWebhook> => {
  const answer = await api.call('POST', '/hooks', { name: 'Told', events, config: { url, ...config } });
  if (answer.status !== 201) throw new Error(answer.body);
  return answer.json() as NewWebhook;
};

export type LoggedRequest = {
  id: string;
  key: string;
  createdAt: number;
  payload: {
    result: string;
    webhookRequest: { body: Record<string, unknown> };
    response?: { statusCode: number; body: unknown };
    error?: string;
    attempts: number;
    replayOf?: string;
  };
};

/** Waits until a number of the webhook's deliveries have finished. */
export const loggedRequests = async (api: ManagementApi, hookId: string, count = 1): Promise<LoggedRequest[]> => {
  const read = async () =>
    (await api.call('GET', `/hooks/${hookId}/recent-logs?page_size=100`)).json() as LoggedRequest[];
  await eventually(async () => (await read()).length >= count, {
    what: `${count} finished deliveries`,
  });
  return read();
};
