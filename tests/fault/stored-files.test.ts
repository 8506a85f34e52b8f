// Uploads on two nodes that share only a database: each node serves what the other received, with any storage.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { outcome } from '../harness/interactions.ts';
import { type ObjectStorage, startObjectStorage } from '../harness/object-storage.ts';
import { newDatabase, type TestServer, useServer } from '../harness/server.ts';
import { zipOf } from '../harness/zip.ts';

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

describe.each(['database', 's3', 'azure'] as const)('uploads stored in %s', (kind) => {
  const folders = [1, 2].map((node) => mkdtempSync(join(tmpdir(), `tessera-node-${node}-`)));
  let storage: ObjectStorage | undefined;
  let nodes: [TestServer, TestServer];
  let api: ManagementApi;

  beforeAll(async () => {
    if (kind !== 'database') storage = await startObjectStorage(kind);
    const databaseUrl = await newDatabase();
    const start = (folder = '') => useServer({ databaseUrl, env: { DATA_DIR: folder, ...storage?.env } });
    nodes = [await start(folders[0]), await start(folders[1])];
    api = await managementApi(nodes[0]);
  });
  afterAll(async () => {
    for (const node of nodes) await node.stop();
    await storage?.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  const send = async (path: string, file: File) => {
    const body = new FormData();
    body.set('file', file);
    const headers = { authorization: `Bearer ${api.token}` };
    const response = await fetch(`${nodes[0].origin}/api${path}`, { method: 'POST', headers, body });
    return { status: response.status, body: await response.text() };
  };
  /** Returns the path, which is the same on every node. */
  const upload = async (content: Uint8Array<ArrayBuffer>): Promise<string> => {
    const { status, body } = await send('/user-assets', new File([content], 'logo.png', { type: 'image/png' }));
    expect([status, body]).toEqual([200, expect.stringContaining('url')]);
    return new URL((JSON.parse(body) as { url: string }).url).pathname;
  };
  const get = async (node: 0 | 1, path: string) => {
    const answer = await fetch(nodes[node].origin + path);
    return { status: answer.status, headers: answer.headers, content: Buffer.from(await answer.arrayBuffer()) };
  };
  const cached = (node: 0 | 1) =>
    readdirSync(folders[node] ?? '', { recursive: true, encoding: 'utf8' }).filter((name) => /\w{64}$/.test(name));
  const chunks = async () => (await nodes[0].query('select hash from stored_file_chunks')).length;

  it('an image uploaded at one node is served by the other', async () => {
    const content = new Uint8Array(randomBytes(700_000));
    const path = await upload(content);
    for (const node of [1, 0, 1] as const) {
      const answer = await get(node, path);
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-length')]).toEqual([
        200,
        'image/png',
        '700000',
      ]);
      expect(answer.content.equals(content)).toBe(true);
      expect(cached(node)).toEqual([`cache/files/default/${sha256(content)}`]);
    }
    expect(await chunks()).toBe(kind === 'database' ? 3 : 0);
    if (storage) {
      expect([...storage.objects.keys()].map((name) => name.split('/').slice(-4))).toEqual([
        ['of', 'tessera', 'default', sha256(content)],
      ]);
      expect(storage.state).toMatchObject({ refused: 0, reads: 2 });
    }
  });

  it('a cached file needs neither chunks nor storage, and a damaged copy is replaced', async () => {
    const content = new Uint8Array(randomBytes(1000));
    const path = await upload(content);
    const copy = join(folders[1] ?? '', 'cache/files/default', sha256(content));
    await get(1, path);
    const reads = storage?.state.reads;
    await nodes[0].query('alter table stored_file_chunks rename to away');
    expect((await get(1, path)).content.equals(content)).toBe(true);
    await nodes[0].query('alter table away rename to stored_file_chunks');
    expect(storage?.state.reads).toBe(reads);
    writeFileSync(copy, 'damaged');
    expect((await get(1, path)).content.equals(content)).toBe(true);
    rmSync(join(folders[1] ?? '', 'cache'), { recursive: true });
    expect((await get(1, path)).content.equals(content)).toBe(true);
  });

  it('a custom sign-in UI uploaded at one node is served by the other', async () => {
    const archive = zipOf([
      { name: 'index.html', content: '<!doctype html><title>Ours</title>' },
      { name: 'main.js', content: 'console.info(1)' },
      { name: 'copy.js', content: 'console.info(1)' },
      { name: 'empty.css', content: '' },
    ]);
    const sent = await send(
      '/sign-in-exp/default/custom-ui-assets',
      new File([archive], 'ui.zip', { type: 'application/zip' }),
    );
    const { customUiAssetId: id } = JSON.parse(sent.body) as { customUiAssetId: string };
    const used = await api.call('PATCH', '/sign-in-exp', { customUiAssets: { id, createdAt: Date.now() } });
    expect(used.status, used.body).toBe(200);
    await eventually(async () => (await get(1, '/unknown-session')).content.includes('<title>Ours</title>'));
    for (const node of [0, 1] as const) {
      for (const name of ['main.js', 'copy.js']) {
        const script = await get(node, `/${name}`);
        expect([script.status, script.headers.get('content-type'), script.content.toString()]).toEqual([
          200,
          'text/javascript; charset=utf-8',
          'console.info(1)',
        ]);
      }
      expect((await get(node, '/empty.css')).content.toString()).toBe('');
    }
    const [row] = await nodes[0].query<{ count: number }>(
      'select count(*)::int as count from stored_files where hash = $1',
      [sha256(Buffer.from('console.info(1)'))],
    );
    expect(row?.count).toBe(1);
    await api.call('PATCH', '/sign-in-exp', { customUiAssets: null });
  });

  it('another tenant gets 404 for it, by its URL and by its hash', async () => {
    const content = new Uint8Array(randomBytes(100));
    const path = await upload(content);
    await get(1, path);
    expect((await get(1, `/t/admin${path}`)).status).toBe(404);
    await nodes[0].query(
      `insert into user_assets (tenant_id, id, key, hash, name, mime_type, size, url)
       values ('admin', 'thief', 'admin/stolen.png', $1, 'n', 'image/png', 100, 'u')`,
      [sha256(content)],
    );
    expect((await get(1, '/t/admin/user-assets/admin/stolen.png')).status).toBe(404);
    await nodes[0].query(`delete from user_assets where id = 'thief'`);
  });

  it('deleted files are no longer served by either node, and are removed from storage', async () => {
    const content = new Uint8Array(randomBytes(100));
    const paths = [await upload(content), await upload(content)];
    for (const path of paths) expect((await get(1, path)).status).toBe(200);
    const isStored = async () => {
      const { length } = await nodes[0].query('select hash from stored_files where hash = $1', [sha256(content)]);
      const isOutside = [...(storage?.objects.keys() ?? [])].some((name) => name.endsWith(sha256(content)));
      return [length === 1, storage ? isOutside : length === 1];
    };
    for (const [index, path] of paths.entries()) {
      const assets = (await api.call('GET', '/user-assets')).json() as { id: string; url: string }[];
      const { id } = assets.find(({ url }) => url.endsWith(path)) ?? {};
      expect((await api.call('DELETE', `/user-assets/${id}`)).status).toBe(204);
      for (const node of [0, 1] as const) expect((await get(node, path)).status).toBe(404);
      await eventually(async () => (await isStored()).every((is) => is === (index === 0)));
    }
  });

  if (kind === 'database') return;

  it('transient storage failures are retried, and permanent ones reported', async () => {
    const content = new Uint8Array(randomBytes(100));
    if (storage) storage.state.failing = 2;
    const path = await upload(content);
    const before = await nodes[0].query('select id from user_assets');
    if (storage) storage.state.failing = 3;
    const refused = await send('/user-assets', new File(['x'], 'logo.png', { type: 'image/png' }));
    expect(outcome(refused)).toEqual([500, 'storage.upload_error']);
    expect(await nodes[0].query('select id from user_assets')).toEqual(before);
    if (storage) storage.state.failing = 3;
    const answer = await get(1, path);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    expect((await get(1, path)).content.equals(content)).toBe(true);
  });
});
