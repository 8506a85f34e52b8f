// R14: uploads have a quota per tenant and per console user, including concurrent ones.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { meResource, registerConsoleUser } from '../harness/console-user.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { zipOf } from '../harness/zip.ts';

const mebibyte = 1024 * 1024;

describe('R14 upload quotas', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-quota-'));
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer({ env: { DATA_DIR: folder, UPLOAD_QUOTA_MB: '10' } });
    api = await managementApi(server);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const send = async (url: string, token: string, file: File, language = 'en') => {
    const body = new FormData();
    body.set('file', file);
    const headers = { authorization: `Bearer ${token}`, 'accept-language': language };
    const response = await fetch(url, { method: 'POST', headers, body });
    const answer = (await response.json()) as { code?: string; message?: string; url?: string };
    return { status: response.status, ...answer };
  };
  const picture = (megabytes: number) =>
    new File([new Uint8Array(megabytes * mebibyte)], 'logo.png', { type: 'image/png' });
  const upload = (megabytes: number, language?: string) =>
    send(`${server.origin}/api/user-assets`, api.token, picture(megabytes), language);
  const full = { status: 403, code: 'storage.quota_exceeded' };
  type Asset = { id: string; url: string; size: number };
  const list = async () => (await api.call('GET', '/user-assets')).json() as Asset[];
  const clear = async () => {
    for (const { id } of await list()) expect((await api.call('DELETE', `/user-assets/${id}`)).status).toBe(204);
  };

  it('R14 a tenant can store up to its quota, also with concurrent uploads', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(2)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const one of refused) expect(one).toMatchObject(full);
    expect(refused[0]?.message).toMatch(/10 MB/);
    await clear();
  });

  it("R14 explains what to do in the caller's language", async () => {
    for (let count = 0; count < 5; count += 1) expect((await upload(2)).status).toBe(200);
    const texts = new Set<string | undefined>();
    for (const language of ['en', 'de', 'ar']) texts.add((await upload(1, language)).message);
    expect(texts.size).toBe(3);
    await clear();
  });

  it('R14 a deleted upload is no longer served, and frees space', async () => {
    const first = await upload(6);
    expect(await upload(6)).toMatchObject(full);
    const [asset] = await list();
    expect(asset).toMatchObject({ url: first.url, size: 6 * mebibyte });
    expect((await fetch(first.url ?? '')).status).toBe(200);
    await clear();
    expect((await fetch(first.url ?? '')).status).toBe(404);
    expect((await api.call('DELETE', `/user-assets/${asset?.id}`)).status).toBe(404);
    expect((await upload(6)).status).toBe(200);
    await clear();
  });

  it('R14 custom UI files count unpacked, together with images', async () => {
    const archive = zipOf([
      { name: 'index.html', content: '<!doctype html><title>Sign in</title>' },
      { name: 'large.js', content: randomBytes(3 * mebibyte).toString('hex') },
    ]);
    const send6 = () =>
      send(
        `${server.origin}/api/sign-in-exp/default/custom-ui-assets`,
        api.token,
        new File([new Uint8Array(archive)], 'ui.zip', { type: 'application/zip' }),
      );
    expect((await send6()).status).toBe(200);
    expect(await send6()).toMatchObject(full);
    expect(await upload(6)).toMatchObject(full);
    expect((await upload(1)).status).toBe(200);
    await clear();
    await server.query('delete from custom_ui_assets');
  });

  it("R14 a console user has a small quota, whatever the tenant's", async () => {
    const own = await useServer({ env: { DATA_DIR: folder } });
    const user = await registerConsoleUser(own, 'ada');
    const token = await user.accessToken(meResource);
    const url = `${own.base('admin')}/me/user-assets`;
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(url, token, picture(19))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer).toMatchObject({ status: 403, code: 'storage.own_quota_exceeded' });
    }
  });
});

describe('R14 user import files', () => {
  it('R14 are limited to a gigabyte in total and ten pending files', async () => {
    const server = await useServer();
    const { token } = await managementApi(server);
    await server.query(
      `insert into user_imports (tenant_id, id, file_name, format, is_dry_run, on_conflict, status, size, actor_type)
       values ('default', 'kept', 'kept.csv', 'csv', true, 'skip', 'checked', $1, 'system')`,
      [1024 * mebibyte],
    );
    const send = async () => {
      const response = await fetch(`${server.origin}/api/user-imports?dryRun=true`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
        body: 'username\nada\n',
      });
      return [response.status, ((await response.json()) as { code?: string }).code];
    };
    expect(await send()).toEqual([422, 'user_import.limit_reached']);
    await server.query(`delete from user_imports`);
    const answers = await Promise.all(Array.from({ length: 15 }, send));
    expect(answers.filter(([status]) => status === 201)).toHaveLength(10);
    const refused = answers.filter(([status]) => status !== 201);
    expect(refused).toEqual(refused.map(() => [422, 'user_import.limit_reached']));
  });
});
