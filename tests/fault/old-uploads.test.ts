// Uploads of 1.32 and earlier in DATA_DIR/assets are imported once, by any node that has them, and keep their URLs.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { newDatabase, type TestServer, useServer } from '../harness/server.ts';

describe('uploads in the data folder of an earlier release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-old-uploads-'));
  const elsewhere = mkdtempSync(join(tmpdir(), 'tessera-other-node-'));
  const keys = Array.from({ length: 12 }, (_, number) => `default/tenant/2026/01/02/picture-${number}/logo.png`);
  const pages = { 'index.html': '<!doctype html><title>Old UI</title>', 'parts/main.js': 'console.info("old")' };
  let databaseUrl: string;
  let first: TestServer;
  const start = (dataDir: string) => useServer({ databaseUrl, env: { DATA_DIR: dataDir, LOG_LEVEL: 'error' } });
  const lay = (key: string, content: string) => {
    const path = join(folder, 'assets', key);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  };
  const leftover = () =>
    readdirSync(join(folder, 'assets'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, 'assets/').length))
      .sort();
  const isServed = async (server: TestServer, key: string) => {
    const answer = await fetch(`${server.origin}/user-assets/${key}`);
    return answer.status === 200 && (await answer.text()) === key;
  };

  beforeAll(async () => {
    databaseUrl = await newDatabase();
    first = await start(elsewhere);
    for (const [number, key] of keys.entries()) {
      lay(key, key);
      await first.query(
        `insert into user_assets (tenant_id, id, key, name, mime_type, size, url, created_at)
         values ('default', $1, $2, 'logo.png', 'image/png', $3, 'u', now() - $4 * interval '1 minute')`,
        [`picture-${number}`, key, key.length, number],
      );
    }
    const files = Object.entries(pages).map(([path, content]) => {
      lay(`default/custom-ui/old-ui/${path}`, content);
      return [path, { mimeType: path.endsWith('js') ? 'text/javascript' : 'text/html', size: content.length }];
    });
    await first.query(
      `insert into custom_ui_assets (tenant_id, id, status, size, files) values ('default', 'old-ui', 'Ready', 1, $1)`,
      [JSON.stringify(Object.fromEntries(files))],
    );
    // Files of another installation, unknown to this database.
    lay('default/tenant/2026/01/02/unknown/logo.png', 'unknown');
    lay('stranger/tenant/2026/01/02/unknown/logo.png', 'unknown');
    const api = await managementApi(first);
    await api.call('PATCH', '/sign-in-exp', { customUiAssets: { id: 'old-ui', createdAt: 1 } });
  });
  afterAll(() => {
    for (const path of [folder, elsewhere]) rmSync(path, { recursive: true, force: true });
  });

  it('a partly failed import keeps the rest, and the server starts anyway', async () => {
    await first.query(`
      create function fail() returns trigger language plpgsql as 'begin raise exception ''no''; end';
      create trigger fail before update on user_assets for each row when (new.id = 'picture-5') execute function fail()`);
    const node = await start(folder);
    expect(node.output()).toContain('could not be imported');
    const imported = await node.query<{ key: string }>('select key from user_assets where hash is not null');
    expect(imported.length).toBeLessThan(keys.length);
    for (const key of keys) {
      const isImported = imported.some((asset) => asset.key === key);
      expect([existsSync(join(folder, 'assets', key)), await isServed(first, key)]).toEqual([!isImported, isImported]);
    }
    await node.query('drop trigger fail on user_assets');
    await node.stop();
  });

  it('two nodes starting on the same folder import each upload once', async () => {
    const nodes = await Promise.all([start(folder), start(folder)]);
    expect(nodes.map((node) => node.output()).join()).toContain('Imported');
    for (const server of [first, ...nodes]) {
      for (const key of keys) expect([key, await isServed(server, key)]).toEqual([key, true]);
      const page = await fetch(`${server.origin}/unknown-session`);
      expect(await page.text()).toContain('<title>Old UI</title>');
      const script = await fetch(`${server.origin}/parts/main.js`);
      expect(await script.text()).toBe(pages['parts/main.js']);
    }
    const records = await first.query<{ entityId: string; count: number }>(
      `select entity_id as "entityId", count(*)::int as count from change_records
       where operation = 'user-asset.imported' group by 1`,
    );
    expect(records.map(({ count }) => count)).toEqual(Array.from({ length: keys.length + 1 }, () => 1));
    expect(leftover()).toEqual([
      'default/tenant/2026/01/02/unknown/logo.png',
      'stranger/tenant/2026/01/02/unknown/logo.png',
    ]);
  });

  it('nothing is left to do at the next start', async () => {
    const node = await start(folder);
    expect(node.output()).not.toContain('Imported');
    expect(leftover()).toHaveLength(2);
  });
});
