// R14, R110, R117: endless uploads, with or without permission, don't block others.
import { request } from 'node:http';
import { join } from 'node:path';
import { setInterval as every } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { useServer } from '../harness/server.ts';
import { createTenants, type Tenant } from '../harness/tenants.ts';

const boundary = 'part';
const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;

describe('R14 upload shares', () => {
  let flooding: Tenant;
  let other: Tenant;
  beforeAll(async () => {
    const server = await useServer({ edition: 'cloud' });
    [flooding, other] = (await createTenants(server, 2)) as [Tenant, Tenant];
  });

  /** Sends the beginning of a file, then stalls. */
  const beginUpload = ({ base, api }: Tenant, token = api.token, size = 500_000) => {
    const began = request(`${base}/api/user-assets`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': String(size),
      },
    });
    const answered = new Promise<number>((resolve) => {
      began.on('response', (response) => resolve(response.resume().statusCode ?? 0));
      began.on('error', () => resolve(0));
    });
    began.write(head);
    return { answered, end: () => began.destroy() };
  };
  const upload = async ({ base, api }: Tenant) => {
    const body = new FormData();
    body.set('file', new File([new Uint8Array(1_000)], 'a.png', { type: 'image/png' }));
    const headers = { authorization: `Bearer ${api.token}` };
    return (await fetch(`${base}/api/user-assets`, { method: 'POST', headers, body })).status;
  };

  it('R14 are kept free for another tenant, and excess uploads are rejected', async () => {
    const uploads = Array.from({ length: 40 }, () => beginUpload(flooding));
    const refused = await Promise.race(uploads.map(({ answered }) => answered));
    expect(refused).toBe(503);
    // The stalled uploads hold their places until they are ended below.
    expect(await upload(other)).toBe(200);
    for (const { end } of uploads) end();
    // Disconnected uploads take no room.
    await eventually(async () => (await upload(flooding)) === 200);
  });

  it('R110 are rejected without permission before their file is sent, and take no room', async () => {
    const uploads = Array.from({ length: 40 }, () => beginUpload(flooding, other.api.token));
    // Each still has its file to send.
    expect(new Set(await Promise.all(uploads.map(({ answered }) => answered)))).toEqual(new Set([401]));
    expect(await upload(flooding)).toBe(200);
    for (const { end } of uploads) end();
  });

  it('R110 are rejected before they are sent if they are too large', async () => {
    const { answered, end } = beginUpload(other, other.api.token, 30_000_000);
    expect(await answered).toBe(413);
    end();
  });
});

describe('R117 slow uploads', () => {
  /** A file that arrives at a pace that no client is disconnected for, and would take half a minute. */
  const crawl = (url: string, token: string) => {
    const size = 19_000_000;
    const upload = request(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': String(size),
      },
    });
    const stop = new AbortController();
    const answered = new Promise<[number, string]>((resolve) => {
      upload.on('response', async (response) => {
        const { code } = JSON.parse(Buffer.concat(await response.toArray()).toString()) as { code: string };
        resolve([response.statusCode ?? 0, code]);
      });
      upload.on('error', () => resolve([0, '']));
    });
    const send = async () => {
      upload.write(head);
      for await (const _ of every(50, undefined, { signal: stop.signal })) upload.write('x'.repeat(32_000));
    };
    send().catch(() => {});
    const end = () => {
      stop.abort();
      upload.destroy();
    };
    return { answered, end };
  };

  it('R117 are refused after a minute, and leave their places to others', async () => {
    const minutes = join(import.meta.dirname, '../harness/short-minutes.ts');
    const server = await useServer({ nodeArguments: ['--import', minutes] });
    const { token } = await managementApi(server);
    const url = `${server.base('default')}/api/user-assets`;
    const uploads = Array.from({ length: 6 }, () => crawl(url, token));
    const answers = await Promise.all(uploads.map(({ answered }) => answered));
    expect(answers).toEqual(answers.map(() => [408, 'request.too_slow']));
    // All of them are still sending.
    const body = new FormData();
    body.set('file', new File([new Uint8Array(1_000)], 'a.png', { type: 'image/png' }));
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
    for (const { end } of uploads) end();
  });
});
