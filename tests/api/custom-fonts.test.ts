// A tenant's own font: uploaded, checked, served for other origins, and allowed by the policy of the pages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { maxFontSize } from '@tessera/contract/appearance-options';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type TestServer, useServer } from '../harness/server.ts';

const font = readFileSync(join(import.meta.dirname, '../../packages/sign-in/src/fonts/inter-basic.woff2'));

describe('custom fonts', () => {
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
  });
  const upload = async (content: Uint8Array, name = 'brand.woff2', type = 'font/woff2') => {
    const body = new FormData();
    body.set('file', new File([new Uint8Array(content)], name, { type }));
    const headers = { authorization: `Bearer ${api.token}` };
    const response = await fetch(`${server.origin}/api/user-assets`, { method: 'POST', headers, body });
    return { status: response.status, ...((await response.json()) as { url: string; code: string }) };
  };
  const appearance = (values: object) => api.call('PATCH', '/sign-in-exp', { appearance: values });
  const page = async (path: string) => {
    const response = await fetch(`${server.origin}${path}`);
    return { policy: response.headers.get('content-security-policy') ?? '', html: await response.text() };
  };

  it('are served with their type, also to pages of another origin', async () => {
    const { status, url } = await upload(font);
    expect(status).toBe(200);
    const served = await fetch(url);
    expect(served.headers.get('content-type')).toBe('font/woff2');
    expect(served.headers.get('access-control-allow-origin')).toBe('*');
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    expect(served.headers.get('content-security-policy')).toMatch(/; sandbox$/);
    expect(Buffer.from(await served.arrayBuffer()).equals(font)).toBe(true);
    const image = await upload(new Uint8Array(8), 'logo.png', 'image/png');
    expect((await fetch(image.url)).headers.get('access-control-allow-origin')).toBeNull();
  });

  it('A82 only WOFF2 files of at most 1 MB are accepted', async () => {
    const page = Buffer.from('<!doctype html><script>alert(1)</script>');
    for (const content of [page, Buffer.from('wOFF'), Buffer.from('wOF'), new Uint8Array()]) {
      expect(await upload(content)).toMatchObject({ status: 400, code: 'guard.mime_type_not_allowed' });
    }
    const large = Buffer.concat([font, Buffer.alloc(maxFontSize - font.length)]);
    expect((await upload(large)).status).toBe(200);
    const tooLarge = await upload(Buffer.concat([large, Buffer.alloc(1)]));
    expect(tooLarge).toMatchObject({ status: 400, code: 'guard.file_size_exceeded' });
  });

  it('are used by the pages while they are chosen', async () => {
    const fontUrl = 'https://cdn.example.com/brand.woff2';
    expect((await appearance({ font: 'Custom', fontUrl })).status).toBe(200);
    for (const path of ['/unknown-session', '/account']) {
      const { policy, html } = await page(path);
      expect(policy).toContain("font-src 'self' https://cdn.example.com;");
      expect(html).not.toMatch(/rel="preload"[^>]*woff2/);
    }
    for (const values of [{ font: 'Custom' }, { font: 'Inter', fontUrl }, {}]) {
      expect((await appearance(values)).status).toBe(200);
      const { policy, html } = await page('/unknown-session');
      expect(policy).not.toContain('font-src');
      expect(html).toMatch(/rel="preload"[^>]*woff2|woff2[^>]*rel="preload"/);
    }
    for (const wrong of ['javascript:alert(1)', 'data:font/woff2;base64,d09GMg==', '', 7]) {
      expect((await appearance({ font: 'Custom', fontUrl: wrong })).status).toBe(400);
    }
  });
});
