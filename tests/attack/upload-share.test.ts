// R14, R110: endless uploads, with or without permission, don't block others.
import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
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
