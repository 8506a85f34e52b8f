// Uploads of import files in parts: they continue after an interruption, on any node, with the same limits.
import { setTimeout as sleep } from 'node:timers/promises';
import type { UserImport } from '@tessera/contract/user-imports';
import { beforeAll, describe, expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { userImports } from '../harness/user-imports.ts';

const chunk = 256 * 1024;

describe('uploads in parts', () => {
  let server: TestServer;
  let token: string;
  let imports: ReturnType<typeof userImports>;
  beforeAll(async () => {
    server = await useServer();
    ({ token } = await managementApi(server));
    imports = userImports({ origin: server.origin, token });
  });
  const open = async (file: Buffer, body: object = {}) =>
    (await imports.open(file.length, { isDryRun: true, ...body })).json<UserImport>();
  /** Rows of different lengths, with characters that parts can cut. */
  const fileOf = (label: string, count: number) =>
    Buffer.from(
      `username,name\n${Array.from({ length: count }, (_, at) => `${label}_${at},Nå ${'ö'.repeat(at % 80)} 😀\n`).join('')}`,
    );
  const remove = (id: string) => imports.send(`/user-imports/${id}`, { method: 'DELETE' });
  const codeOf = (answer: Awaited<ReturnType<typeof imports.send>>) => [
    answer.status,
    answer.json<{ code: string }>().code,
  ];

  it.each([1000, chunk - 1, chunk, chunk + 1, 700_001])('accepts parts of %i bytes', async (size) => {
    const file = fileOf(`part_${size}`, size < 10_000 ? 300 : 9000);
    const { id, ...opened } = await open(file, { fileName: 'parts.csv', onConflict: 'update' });
    expect(opened).toMatchObject({
      ...{ status: 'uploading', fileName: 'parts.csv', size: file.length, receivedSize: 0, onConflict: 'update' },
    });
    let item = await imports.read(id);
    while (item.status === 'uploading') {
      const { receivedSize } = item;
      const answer = await imports.sendPart(id, receivedSize, file.subarray(receivedSize, receivedSize + size));
      expect(answer.status, answer.body).toBe(200);
      item = answer.json<UserImport>();
      if (item.status === 'uploading') expect(item.receivedSize).toBe(receivedSize + size);
    }
    const done = await imports.ended(id);
    expect(done).toMatchObject({ status: 'checked', receivedSize: file.length, invalidCount: 0, problem: null });
    expect(done.createdCount).toBe(file.toString().split('\n').length - 2);
    await remove(id);
  });

  it('continues after a lost connection where the server stopped receiving', async () => {
    const file = fileOf('lost', 12_000);
    const { id } = await open(file);
    const leaving = new AbortController();
    const most = Math.floor(file.length / 2);
    let sent = 0;
    const slow = new ReadableStream({
      pull: async (controller) => {
        if (sent >= most) return sleep(60_000, undefined, { signal: leaving.signal }).catch(() => undefined);
        controller.enqueue(file.subarray(sent, sent + 50_000));
        sent += 50_000;
        await sleep(1);
      },
    });
    const lost = fetch(`${server.origin}/api/user-imports/${id}/content?offset=0`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      ...{ body: slow, duplex: 'half', signal: leaving.signal },
    } as RequestInit).catch((error: Error) => error.name);
    await eventually(async () => (await imports.read(id)).receivedSize >= most - chunk);
    leaving.abort();
    expect(await lost).toBe('AbortError');
    const { receivedSize, status } = await imports.read(id);
    expect([status, receivedSize % chunk]).toEqual(['uploading', 0]);
    expect(receivedSize).toBeGreaterThan(0);
    const rest = await imports.sendPart(id, receivedSize, file.subarray(receivedSize));
    expect(rest.status, rest.body).toBe(200);
    expect(await imports.ended(id)).toMatchObject({ status: 'checked', createdCount: 12_000, invalidCount: 0 });
    expect(server.output()).not.toMatch(/"level":(50|60)/);
    await remove(id);
  });

  it('C04 of parts at the same offset, one is stored', async () => {
    const file = fileOf('raced', 8000);
    const { id } = await open(file);
    for (let offset = 0; offset < file.length; ) {
      const part = file.subarray(offset, offset + 300_000);
      const answers = await Promise.all(Array.from({ length: 4 }, () => imports.sendPart(id, offset, part)));
      expect(answers.some(({ status }) => status === 200)).toBe(true);
      for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer.status).toBe(409);
      offset += part.length;
    }
    expect(await imports.ended(id)).toMatchObject({ status: 'checked', createdCount: 8000, invalidCount: 0 });
    await remove(id);
  });

  it('rejects parts that do not continue the file, and keeps what it has', async () => {
    const file = fileOf('strict', 100);
    const { id } = await open(file);
    expect((await imports.sendPart(id, 0, file.subarray(0, 500))).json()).toMatchObject({ receivedSize: 500 });
    for (const offset of [0, 499, 501, 1e15]) {
      const answer = await imports.sendPart(id, offset, file);
      expect(codeOf(answer)).toEqual([409, 'user_import.wrong_offset']);
      expect(answer.json()).toMatchObject({ data: { receivedSize: 500 } });
    }
    expect(codeOf(await imports.sendPart(id, -1, file))).toEqual([400, 'guard.invalid_input']);
    expect(codeOf(await imports.sendPart(id, 'x', file))).toEqual([400, 'guard.invalid_input']);
    expect(codeOf(await imports.sendPart(id, 500, file))).toEqual([413, 'request.payload_too_large']);
    expect(codeOf(await imports.sendPart('unknown', 0, file))).toEqual([404, 'entity.not_exists_with_id']);
    const typed = await imports.send(`/user-imports/${id}/content?offset=500`, {
      ...{ method: 'PUT', headers: { 'content-type': 'text/csv' }, body: 'x' },
    });
    expect(typed.status).toBe(415);
    expect((await imports.start(id)).status).toBe(409);
    expect((await imports.check(id)).status).toBe(409);
    expect((await imports.read(id)).receivedSize).toBe(500);
    // An empty part changes nothing.
    expect((await imports.sendPart(id, 500, '')).json()).toMatchObject({ receivedSize: 500, status: 'uploading' });
    expect((await imports.sendPart(id, 500, file.subarray(500))).status).toBe(200);
    expect(await imports.ended(id)).toMatchObject({ status: 'checked', createdCount: 100 });
    expect(codeOf(await imports.sendPart(id, file.length, ''))).toEqual([409, 'user_import.wrong_status']);
    await remove(id);
  });

  it('imports right away without a dry run, and not if a part is in another encoding', async () => {
    const file = Buffer.from('username\ndirect\n');
    const { id } = await open(file, { isDryRun: false });
    await imports.sendPart(id, 0, file);
    expect(await imports.ended(id)).toMatchObject({ status: 'finished', createdCount: 1 });
    const latin = Buffer.from('username,name\nnot_me,J\xfcrgen\n', 'latin1');
    const { id: second } = await open(latin, { isDryRun: false });
    for (let at = 0; at < latin.length; at += 1) await imports.sendPart(second, at, latin.subarray(at, at + 1));
    expect(await imports.ended(second)).toMatchObject({ status: 'failed', createdCount: 0, problem: { rowNumber: 2 } });
  });

  it('R14 reserves its size, is limited in number, and is cancelled with what was sent', async () => {
    const gigabyte = 1024 ** 3;
    expect(codeOf(await imports.open(gigabyte + 1))).toEqual([400, 'guard.invalid_input']);
    expect(codeOf(await imports.open(0))).toEqual([400, 'guard.invalid_input']);
    const { id } = (await imports.open(gigabyte)).json<UserImport>();
    expect(codeOf(await imports.open(1))).toEqual([422, 'user_import.limit_reached']);
    expect(codeOf(await imports.upload('username\na\n'))).toEqual([422, 'user_import.limit_reached']);
    await imports.sendPart(id, 0, Buffer.alloc(2 * chunk, 'x'));
    const cancelled = await imports.send(`/user-imports/${id}/cancel`, { method: 'POST' });
    expect(cancelled.json()).toMatchObject({ status: 'cancelled', hasFile: false });
    expect(await server.query('select from user_import_chunks')).toEqual([]);
    expect((await imports.sendPart(id, 2 * chunk, 'x')).status).toBe(409);
    const answers = await Promise.all(Array.from({ length: 15 }, () => imports.open(10)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(codeOf(answer)).toEqual([422, 'user_import.limit_reached']);
    }
  });
});
