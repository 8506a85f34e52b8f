// The gateway with clients that are slow or go away, and with origins that do not read.
import { once } from 'node:events';
import { type IncomingMessage, type RequestListener, request } from 'node:http';
import { connect } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { useGateway } from '../harness/gateway.ts';
import { gatewaySettings, newBrowser, openWebSocket } from '../harness/protected-site.ts';
import { useServer } from '../harness/server.ts';

const mebibyte = 1024 * 1024;
const part = Buffer.alloc(mebibyte, 'x');
const parts = function* (count: number) {
  for (let index = 0; index < count; index += 1) yield part;
};

describe('the gateway', () => {
  const { server, newSite, newSignedInSite } = useGateway();
  const uploads: { received: number; isAborted: boolean; isComplete: boolean }[] = [];
  const receive: RequestListener = (asked, response) => {
    if (asked.method !== 'PUT') return void response.end('fine');
    const upload = { received: 0, isAborted: false, isComplete: false };
    uploads.push(upload);
    asked.on('data', (chunk: Buffer) => {
      upload.received += chunk.length;
    });
    asked.on('error', () => {
      upload.isAborted = true;
    });
    asked.on('end', () => {
      upload.isComplete = true;
      response.end(String(upload.received));
    });
  };
  let site: Awaited<ReturnType<typeof newSignedInSite>>;
  beforeAll(async () => {
    site = await newSignedInSite({ listener: receive });
  });

  const isServed = async () => {
    const { url, cookie } = site;
    return (await newBrowser().at(url).get(`${url}/`, { cookie })).body === 'fine';
  };
  const upload = (headers: Record<string, string>) =>
    request(`${site.url}/upload`, { method: 'PUT', headers: { cookie: site.cookie, ...headers } });
  const answerTo = async (asked: ReturnType<typeof upload>) =>
    ((await once(asked, 'response')) as [IncomingMessage])[0];

  it('F05 serves others while clients send slowly', async () => {
    const slow = Array.from({ length: 50 }, () => upload({ 'content-length': '1000' }));
    for (const asked of slow) {
      asked.on('error', () => {});
      asked.write('a');
    }
    await eventually(() => uploads.filter(({ received }) => received === 1).length === 50);
    expect(await isServed()).toBe(true);
    const [first] = slow;
    first?.write('b'.repeat(999));
    const answer = await answerTo(first as ReturnType<typeof upload>);
    answer.resume();
    expect(answer.statusCode).toBe(200);
    for (const asked of slow) asked.destroy();
    await eventually(() => uploads.filter(({ received }) => received === 1).every(({ isAborted }) => isAborted));
  });

  it('F05 tells the origin about an aborted upload, and goes on', async () => {
    for (const headers of [{ 'content-length': String(100 * mebibyte) }, { 'transfer-encoding': 'chunked' }]) {
      const known = uploads.length;
      const asked = upload(headers as Record<string, string>);
      asked.on('error', () => {});
      asked.write(part);
      await eventually(() => (uploads[known]?.received ?? 0) > 0);
      asked.destroy();
      await eventually(() => uploads[known]?.isAborted === true);
      expect(uploads[known]?.isComplete).toBe(false);
      expect(await isServed()).toBe(true);
    }
  });

  it.each([
    ['answers early', 413, (_, response) => void response.writeHead(413).end('too large')],
    ['goes away', 502, (asked) => void asked.socket.destroy()],
  ] satisfies [string, number, RequestListener][])('F09 passes on that an origin %s', async (_, status, listener) => {
    const { url } = await newSite({ listener, pageRules: [{ path: '^/private' }] });
    const socket = connect(server().port, '127.0.0.1');
    let answers = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      answers += text;
    });
    const ask = (method: string, length: number) =>
      socket.write(`${method} / HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Length: ${length}\r\n\r\n`);
    ask('PUT', 64 * mebibyte);
    await pipeline(parts(64), socket, { end: false });
    // The rest was read, so that the connection can be used again.
    ask('GET', 0);
    const statuses = () => [...answers.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, one]) => Number(one));
    await expect.poll(statuses).toEqual([status, status]);
    socket.destroy();
  });

  it('F18 ends WebSockets when the server stops', async () => {
    const second = await useServer({
      databaseUrl: server().databaseUrl,
      env: { ...gatewaySettings, DRAIN_SECONDS: '0' },
    });
    site.origin.server.on('upgrade', (_, socket) => {
      socket.on('error', () => {});
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
    });
    const at = site.url.replace(String(server().port), String(second.port));
    const { status, socket } = await openWebSocket(`${at}/socket`, { cookie: site.cookie });
    expect(status).toBe(101);
    const closed = once(socket as NonNullable<typeof socket>, 'close');
    socket?.resume();
    expect(await second.stop()).toBe(0);
    await closed;
  });
});
