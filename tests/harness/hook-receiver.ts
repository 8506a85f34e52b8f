// A webhook's endpoint on this machine: answers as the first part of its path says, and keeps what it was told.
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

/** `/500/any`, `/hang`, `/close`, `/cut`, `/endless`, `/gzip`, `/redirect`, `/recover/2` (fails twice), otherwise 200. */
export const startHookReceiver = async () => {
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
    if (kind === 'redirect') return void response.writeHead(302, { location: '/200' }).end();
    const isRecovering = kind === 'recover' && told.filter((one) => one.path === path).length <= Number(argument);
    response.writeHead(isRecovering ? 503 : Number(kind) || 200).end('so it is');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    told,
    /** What came to this path so far. */
    at: (path: string) => told.filter((one) => one.path === path),
    /** Waits until so many have come to the path. */
    arrived: async (path: string, count = 1, within = 15_000): Promise<Told[]> => {
      const at = () => told.filter((one) => one.path === path);
      await eventually(() => at().length >= count, { within, what: `request ${count} to ${path}` });
      return at();
    },
    /** Those that hang at the path get their answer. */
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
export type HookReceiver = Awaited<ReturnType<typeof startHookReceiver>>;

export const isSigned = ({ headers, raw }: Told, signingKey: string) =>
  headers['tessera-signature-sha-256'] === createHmac('sha256', signingKey).update(raw).digest('hex');

export type NewHook = { id: string; signingKey: string };

export const newHook = async (
  api: ManagementApi,
  url: string,
  events: string[],
  config: object = {},
): Promise<NewHook> => {
  const answer = await api.call('POST', '/hooks', { name: 'Told', events, config: { url, ...config } });
  if (answer.status !== 201) throw new Error(answer.body);
  return answer.json() as NewHook;
};

export type LoggedRequest = {
  id: string;
  key: string;
  createdAt: number;
  payload: {
    result: string;
    hookRequest: { body: Record<string, unknown> };
    response?: { statusCode: number; body: string };
    error?: string;
    attempts: number;
    replayOf?: string;
  };
};

/** Waits until so many deliveries of the hook have come to an end. */
export const loggedRequests = async (api: ManagementApi, hookId: string, count = 1): Promise<LoggedRequest[]> => {
  const read = async () =>
    (await api.call('GET', `/hooks/${hookId}/recent-logs?page_size=100`)).json() as LoggedRequest[];
  await eventually(async () => (await read()).length >= count, {
    within: 20_000,
    what: `${count} finished deliveries`,
  });
  return read();
};
