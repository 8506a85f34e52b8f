// Custom sign-in UI: archive limits, serving, and A82 malicious archives.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { callerWith, cloudResource, registerConsoleUser } from '../harness/console-user.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';
import { type ZipEntry, zipOf } from '../harness/zip.ts';

const mebibyte = 1024 * 1024;
const index: ZipEntry = {
  name: 'index.html',
  content: '<!doctype html><html><head><title>Ours</title></head><body><script src="/main.js"></script></body></html>',
};

describe('custom sign-in UI', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-own-pages-'));
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer({ env: { DATA_DIR: folder } });
    api = await managementApi(server);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const upload = async (
    content: Uint8Array<ArrayBuffer>,
    type = 'application/zip',
    to = { server, api },
    tenant = 'default',
  ) => {
    const body = new FormData();
    body.set('file', new File([content], 'pages.zip', { type }));
    const response = await fetch(`${to.server.base(tenant)}/api/sign-in-exp/default/custom-ui-assets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${to.api.token}` },
      body,
    });
    return { status: response.status, body: await response.text() };
  };
  const use = async (entries: ZipEntry[]) => {
    const { status, body } = await upload(zipOf(entries));
    expect([status, body]).toEqual([200, expect.stringContaining('customUiAssetId')]);
    const { customUiAssetId: id } = JSON.parse(body) as { customUiAssetId: string };
    const saved = await api.call('PATCH', '/sign-in-exp', { customUiAssets: { id, createdAt: Date.now() } });
    expect(saved.status, saved.body).toBe(200);
    return id;
  };
  const get = (path: string, headers = {}) => newVisitor(headers).get(`${server.origin}${path}`);

  it('R46 gets no response to a connector test', async () => {
    await use([index]);
    const title = '<title>Ours</title>';
    expect((await get('/callback/github?state=a1&code=c')).body).toContain(title);
    const { status, body } = await get('/callback/github?state=connectortestA1&code=c');
    expect(status).toBe(200);
    expect(body).not.toContain(title);
  });

  it("replaces the built-in pages file by file, with the page's data embedded", async () => {
    await use([
      index,
      { name: 'main.js', content: 'console.info(window.__ssr)' },
      { name: 'assets/', mode: 0o040755 },
      { name: 'assets/größe.css', content: 'body{}' },
      { name: '__MACOSX/._index.html', content: 'litter' },
    ]);
    const { page } = await openInteraction(server.origin, demoApp(server.origin));
    expect(page?.body).toContain('<title>Ours</title>');
    expect(page?.body).toContain('window.__ssr={"signInExperience"');
    expect(page?.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page?.headers.get('cache-control')).toBe('no-store');
    const script = await get('/main.js');
    expect([script.status, script.headers.get('content-type'), script.body]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'console.info(window.__ssr)',
    ]);
    expect(script.headers.get('x-content-type-options')).toBe('nosniff');
    const etag = script.headers.get('etag') ?? '';
    expect((await get('/main.js', { 'if-none-match': etag })).status).toBe(304);
    expect((await get('/assets/gr%C3%B6%C3%9Fe.css')).body).toBe('body{}');
    // Any other path is their page, and no file is returned as one.
    expect((await get('/their/own/page')).body).toContain('<title>Ours</title>');
    expect((await get('/index.html')).body).toContain('window.__ssr=');
    expect((await get('/missing.js')).status).toBe(404);
    // Built-in pages remain where custom ones are not allowed.
    for (const path of ['/demo-app', '/account', '/account/security']) {
      expect((await get(path)).body).not.toContain('<title>Ours</title>');
    }
    expect((await newVisitor().get(`${server.base('admin')}/unknown-session`)).body).not.toContain(
      '<title>Ours</title>',
    );
    expect((await get('/api/status')).status).toBe(204);
  });

  it('embeds data where marked, and may be inside a folder', async () => {
    await use([
      { name: 'dist/index.html', content: '<html><script>window.facts = "__SSR__"</script></html>' },
      { name: 'dist/logo.svg', content: '<svg/>' },
    ]);
    const { body } = await get('/unknown-session');
    expect(body).toMatch(/^<html><script>window\.facts = \{"signInExperience"/);
    expect((await get('/logo.svg')).headers.get('content-type')).toBe('image/svg+xml');
    expect((await get('/main.js')).status).toBe(404);
  });

  it('can be removed again', async () => {
    expect((await api.call('PATCH', '/sign-in-exp', { customUiAssets: null })).status).toBe(200);
    expect((await get('/unknown-session')).body).toContain('/sign-in-assets/');
    expect((await get('/logo.svg')).body).not.toContain('<svg/>');
  });

  it('must exist and belong to the tenant', async () => {
    const admin = await managementApi(server, 'admin');
    const id = await use([index]);
    for (const [caller, of] of [
      [api, 'nobody'],
      [admin, id],
    ] as const) {
      const answer = await caller.call('PATCH', '/sign-in-exp', { customUiAssets: { id: of, createdAt: 1 } });
      expect(outcome(answer)).toEqual([404, 'entity.not_exists_with_id']);
    }
    expect(outcome(await upload(zipOf([index]), undefined, { server, api: admin }, 'admin'))).toEqual([
      400,
      'guard.not_allowed_for_admin_tenant',
    ]);
    await api.call('PATCH', '/sign-in-exp', { customUiAssets: null });
  });

  const refusedInput = [400, 'guard.invalid_input'];
  const many = (count: number) =>
    Array.from({ length: count }, (_, number) => ({ name: `${number}.js`, content: 'x' }));
  // biome-ignore format: one line each
  const harmful: [string, () => Buffer<ArrayBuffer>, (string | number)[]][] = [
    ['climbs out', () => zipOf([index, { name: '../evil.html', content: 'x' }]), refusedInput],
    ['climbs out deeper', () => zipOf([index, { name: 'a/../../evil.html', content: 'x' }]), refusedInput],
    ['names a root', () => zipOf([index, { name: '/etc/evil.html', content: 'x' }]), refusedInput],
    ['names a drive', () => zipOf([index, { name: 'C:/evil.html', content: 'x' }]), refusedInput],
    ['writes paths backwards', () => zipOf([index, { name: '..\\evil.html', content: 'x' }]), refusedInput],
    ['hides a control character', () => zipOf([index, { name: 'a\u0001.html', content: 'x' }]), refusedInput],
    ['holds a link', () => zipOf([index, { name: 'link.html', content: '/etc/passwd', mode: 0o120777 }]), refusedInput],
    ['holds a device', () => zipOf([index, { name: 'device.html', mode: 0o020666 }]), refusedInput],
    ['is encrypted', () => zipOf([index, { name: 'a.html', content: 'x', isEncrypted: true }]), refusedInput],
    ['has a name twice', () => zipOf([index, { name: 'a.js', content: '1' }, { name: 'a.js', content: '2' }]), refusedInput],
    ['has a name twice for some disks', () => zipOf([index, { name: 'a.js', content: '1' }, { name: 'A.js', content: '2' }]), refusedInput],
    ['has a file that is also a folder', () => zipOf([index, { name: 'a.js', content: '1' }, { name: 'a.js/b.js', content: '2' }]), refusedInput],
    ['has a name too long for a disk', () => zipOf([index, { name: `${'x'.repeat(250)}.js`, content: '1' }]), refusedInput],
    ['has 10 000 files', () => zipOf([index, ...many(10_000)]), refusedInput],
    ['lies about a size', () => zipOf([index, { name: 'a.js', content: 'x'.repeat(5000), claimedSize: 10 }]), refusedInput],
    ['has no first page', () => zipOf([{ name: 'start.html', content: 'x' }]), refusedInput],
    ['holds nothing', () => zipOf([]), refusedInput],
    ['explodes', () => zipOf([index, { name: 'bomb.js', content: new Uint8Array(15 * mebibyte) }]), [400, 'guard.file_size_exceeded']],
    ['is huge inside', () => zipOf([index, { name: 'a.js', content: 'x', claimedSize: 3 * 1024 * mebibyte }]), [400, 'guard.file_size_exceeded']],
    ['holds a program', () => zipOf([index, { name: 'setup.exe', content: 'MZ' }]), [400, 'guard.mime_type_not_allowed']],
    ['runs on a server', () => zipOf([index, { name: 'shell.php', content: '<?php' }]), [400, 'guard.mime_type_not_allowed']],
    ['is no archive', () => Buffer.from('<!doctype html>'), [400, 'guard.mime_type_not_allowed']],
  ];
  it.each(harmful)('A82 an archive that %s is rejected, and leaves nothing behind', async (_, made, expected) => {
    const readStored = () => server.query('select hash from stored_files order by hash');
    const before = await readStored();
    expect(outcome(await upload(made()))).toEqual(expected);
    expect(await readStored()).toEqual(before);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => /evil|passwd/.test(name))).toEqual([]);
  });

  it('A82 other types and more than 20 MB are rejected', async () => {
    expect(outcome(await upload(zipOf([index]), 'text/html'))).toEqual([400, 'guard.mime_type_not_allowed']);
    const answer = await upload(new Uint8Array(20 * mebibyte + 1));
    expect(outcome(answer)).toEqual([400, 'guard.file_size_exceeded']);
  });

  it('A82 stored files are only accessible through the pages in use', async () => {
    const id = await use([index, { name: 'main.js', content: 'mine' }]);
    for (const path of [
      `/user-assets/default/custom-ui/${id}/main.js`,
      '/..%2fmain.js',
      `/..%2f${id}%2fmain.js`,
      '/constructor.js',
      '/__proto__',
    ]) {
      expect((await get(path)).body, path).not.toBe('mine');
    }
    await api.call('PATCH', '/sign-in-exp', { customUiAssets: null });
  });

  it('needs its own origin in the cloud', async () => {
    const cloud = await useServer({ edition: 'cloud', env: { DATA_DIR: folder } });
    const { accessToken } = await registerConsoleUser(cloud, 'ada', [cloudResource]);
    const created = await callerWith(cloud, await accessToken(cloudResource))('POST', '/api/tenants', {
      tag: 'development',
    });
    const { id } = created.json() as { id: string };
    const answer = await upload(zipOf([index]), undefined, { server: cloud, api: await managementApi(cloud, id) }, id);
    expect(outcome(answer)).toEqual([422, 'request.feature_not_supported']);
  });
});
