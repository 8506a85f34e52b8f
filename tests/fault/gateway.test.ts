// The gateway with large bodies: they need little memory, also if clients don't read them.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { findAtLoopback } from '../harness/dns-server.ts';
import { eventually } from '../harness/eventually.ts';
import {
  cookiesAt,
  gatewaySettings,
  newBrowser,
  newProtectedApplication,
  type Origin,
  signInTo,
  startOrigin,
} from '../harness/protected-site.ts';
import { type TestServer, useServer } from '../harness/server.ts';

const mebibyte = 1024 * 1024;
const part = Buffer.alloc(mebibyte, 'x');
/** In MiB. */
const large = 1024;

const parts = function* (count: number) {
  for (let index = 0; index < count; index += 1) yield part;
};

describe('the gateway', () => {
  let server: TestServer;
  let api: ManagementApi;
  let origin: Origin;
  let cookie: string;
  let url: string;
  let restoreLookup: (() => void) | undefined;
  const downloads: { isClosed: boolean; sent: number }[] = [];
  beforeAll(async () => {
    restoreLookup = findAtLoopback('.test');
    origin = await startOrigin((asked, response) => {
      if (asked.method === 'PUT') {
        let received = 0;
        asked.on('data', (chunk: Buffer) => {
          received += chunk.length;
        });
        return void asked.on('end', () => response.end(String(received)));
      }
      if (asked.url !== '/large') return void response.end('fine');
      const download = { isClosed: false, sent: 0 };
      downloads.push(download);
      response.on('close', () => {
        download.isClosed = true;
      });
      response.writeHead(200, { 'content-length': String(large * mebibyte) });
      const counted = function* () {
        for (const one of parts(large)) {
          download.sent += one.length;
          yield one;
        }
      };
      pipeline(counted, response).catch(() => {});
    });
    server = await useServer({ env: gatewaySettings });
    api = await managementApi(server);
    const site = await newProtectedApplication(server, api, { subDomain: 'files', origin: origin.url });
    ({ url } = site);
    const { browser } = await signInTo(server, `${url}/sign-in`, 'ada', { register: true });
    cookie = cookiesAt(browser, url);
  });
  afterAll(async () => {
    restoreLookup?.();
    await origin.stop();
  });

  /** Resident memory of the server, in MiB. */
  const memory = () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;
  const isServed = async () => {
    const answer = await newBrowser().at(url).get(`${url}/`, { cookie });
    return answer.body === 'fine';
  };
  const open = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
    request(`${url}${path}`, { method, headers: { cookie, ...headers } });
  const answerTo = async (asked: ReturnType<typeof open>) => ((await once(asked, 'response')) as [IncomingMessage])[0];

  /** The most that the work needed on top of what the server had. */
  const growthDuring = async (work: Promise<unknown>): Promise<number> => {
    const before = memory();
    const state = { most: before, isOver: false };
    const watch = async () => {
      while (!state.isOver) {
        state.most = Math.max(state.most, memory());
        await sleep(50);
      }
    };
    const watching = watch();
    await work.finally(() => {
      state.isOver = true;
    });
    await watching;
    return state.most - before;
  };

  it('F17 streams 1 GiB in either direction in constant memory', async () => {
    const download = async () => {
      const asked = open('/large');
      asked.end();
      let received = 0;
      for await (const chunk of await answerTo(asked)) received += (chunk as Buffer).length;
      expect(received).toBe(large * mebibyte);
    };
    const upload = async () => {
      const asked = open('/upload', 'PUT');
      const answered = answerTo(asked);
      await pipeline(parts(large), asked);
      let text = '';
      for await (const chunk of await answered) text += chunk;
      expect(text).toBe(String(large * mebibyte));
    };
    expect(await growthDuring(download())).toBeLessThan(200);
    expect(await growthDuring(upload())).toBeLessThan(200);
  });

  it('F05 keeps little of an answer that its client does not read, and lets go of it', async () => {
    const asked = open('/large');
    asked.end();
    const answer = await answerTo(asked);
    const [download] = downloads.slice(-1);
    answer.pause();
    // The origin is slowed down as well: it has not sent more than fits into the buffers in between.
    const state = { sent: 0, same: 0 };
    const isStuck = async () => {
      const sent = download?.sent ?? 0;
      Object.assign(state, { sent, same: sent > 0 && sent === state.sent ? state.same + 1 : 0 });
      await sleep(100);
      return state.same >= 5;
    };
    expect(await growthDuring(eventually(isStuck))).toBeLessThan(200);
    expect(download?.sent).toBeLessThan(100 * mebibyte);
    expect(await isServed()).toBe(true);
    asked.destroy();
    await eventually(() => download?.isClosed === true, { what: 'the connection to the origin is closed' });
  });
});
