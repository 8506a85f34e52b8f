// A82: an upload is served only as an image, regardless of its content and name.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type TestServer, useServer } from '../harness/server.ts';

const mebibyte = 1024 * 1024;
const script = '<script>alert(document.domain)</script>';

describe('A82 uploads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-uploads-'));
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer({ env: { DATA_DIR: folder } });
    api = await managementApi(server);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const upload = async (content: string | Uint8Array<ArrayBuffer>, name: string, type: string) => {
    const body = new FormData();
    body.set('file', new File([content], name, { type }));
    const headers = { authorization: `Bearer ${api.token}` };
    const response = await fetch(`${server.origin}/api/user-assets`, { method: 'POST', headers, body });
    return { status: response.status, body: (await response.json()) as { url: string; code: string } };
  };
  const stored = async (content: string | Uint8Array<ArrayBuffer>, name: string, type: string) => {
    const { status, body } = await upload(content, name, type);
    expect([status, body]).toMatchObject([200, { url: expect.stringMatching(/^http/) }]);
    return { url: body.url, answer: await fetch(body.url) };
  };

  it.each([
    ['an SVG with a script', `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`, 'logo.svg', 'image/svg+xml'],
    ['a page that says it is a picture', `<!doctype html>${script}`, 'logo.png', 'image/png'],
    ['a picture that goes on as a page', `GIF89a/*${script}*/=0`, 'logo.gif', 'image/gif'],
  ])('A82 %s is harmless', async (_, content, name, type) => {
    const { answer } = await stored(content, name, type);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/; sandbox$/);
    expect(await answer.text()).toBe(content);
  });

  it.each(['text/html', 'application/xhtml+xml', 'text/javascript', 'image/svg+xml; charset=utf-8, text/html', ''])(
    'A82 other types are rejected: %s',
    async (type) => {
      const { status, body } = await upload(script, 'logo.png', type);
      expect([status, body.code]).toEqual([400, 'guard.mime_type_not_allowed']);
    },
  );

  it('A82 20 MB are accepted, and not one byte more', async () => {
    expect((await upload(new Uint8Array(20 * mebibyte), 'large.png', 'image/png')).status).toBe(200);
    const { status, body } = await upload(new Uint8Array(20 * mebibyte + 1), 'larger.png', 'image/png');
    expect([status, body.code]).toEqual([400, 'guard.file_size_exceeded']);
  });

  it.each(['../../../escape.svg', '..\\..\\escape.svg', '/etc/passwd', '.htaccess', 'a\u0000b.png', '%2e%2e%2fescape'])(
    'A82 no name escapes the folder: %j',
    async (name) => {
      const { url, answer } = await stored('<svg/>', name, 'image/svg+xml');
      expect(answer.status).toBe(200);
      const path = new URL(url).pathname;
      expect(path).toMatch(/^\/user-assets\/default\/tenant\/\d{4}\/\d\d\/\d\d\/\w+\/[\w.-]+$/);
      expect(path.split('/').at(-1)).not.toMatch(/^\./);
    },
  );

  it('A82 only uploads are served, and only by their tenant', async () => {
    const { url } = await stored('<svg/>', 'logo.svg', 'image/svg+xml');
    const path = new URL(url).pathname;
    const others = [
      `${server.base('admin')}${path}`,
      `${server.origin}/user-assets/..%2f..%2fpostgres%2fPG_VERSION`,
      `${server.origin}/user-assets/default/..%2f..%2f..%2fetc/passwd`,
      `${url}/..%2f${path.split('/').at(-1)}`,
      `${url}%00.png`,
    ];
    for (const other of others) {
      const answer = await fetch(other);
      expect([other, answer.status >= 400 && answer.status < 500]).toEqual([other, true]);
    }
  });
});
