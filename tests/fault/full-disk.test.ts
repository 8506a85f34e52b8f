// F06: the database's disk is full, out of inodes, or read-only. Reads work, writes are refused with the reason, and no
// audit log entry is lost.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi, managementToken } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { eventually } from '../harness/eventually.ts';
import { startProcess } from '../harness/process.ts';
import type { TestServer } from '../harness/server.ts';
import { authorizationUrl, demoApp, pkce } from '../harness/sign-in.ts';
import { smallDisk } from '../harness/small-disk.ts';

describe('F06 nothing can be written', () => {
  // Short, because the database's socket path is below it.
  const folder = mkdtempSync('/tmp/tessera-disk-');
  const disk = smallDisk(folder);
  let server: TestServer;
  let database: pg.Client;
  let api: ManagementApi;
  let id: string;
  const query: TestServer['query'] = async (sql, values) => (await database.query(sql, values)).rows;

  beforeAll(async () => {
    const env = { DATA_DIR: join(folder, 'data'), DATABASE_POOL_SIZE: '4' };
    const running = await startProcess(env, { through: disk.through });
    const host = disk.seen(running.pid, 'data/socket');
    database = new pg.Client({ host, user: 'postgres', database: 'tessera' });
    await database.connect();
    const base = (tenantId: string) => (tenantId === 'default' ? running.origin : `${running.origin}/t/${tenantId}`);
    server = { ...running, databaseUrl: '', edition: 'oss', base, query };
    api = await managementApi(server);
    ({ id } = await newApplication(api, { type: 'SPA', name: 'Large' }));
    // The token of these calls is logged slightly later.
    await eventually(async () => (await tokensLogged()) === 1);
  });
  afterAll(async () => {
    await database?.end();
    expect(await server?.stop()).toBe(0);
    rmSync(folder, { recursive: true, force: true });
  });

  const save = () =>
    api.call(
      'PATCH',
      `/applications/${id}`,
      { customData: { large: randomBytes(40_000).toString('base64') } },
      { 'accept-language': 'de' },
    );
  const expectReading = async () => {
    for (const path of [
      '/applications',
      `/applications/${id}`,
      '/logs',
      '/logs?logKey=Change',
      '/dashboard/users/active',
    ])
      expect([path, (await api.call('GET', path)).status]).toEqual([path, 200]);
    for (const path of ['/sign-in', '/oidc/jwks', '/api/.well-known/sign-in-exp', '/health/ready'])
      expect([path, (await fetch(server.origin + path)).status]).toEqual([path, 200]);
  };
  const expectRefused = (answer: Awaited<ReturnType<typeof save>>) => {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    const { code, message } = answer.json() as { code: string; message: string };
    expect([code, message]).toEqual(['server.not_writable', expect.stringContaining('voll oder schreibgeschützt')]);
  };
  const tokensLogged = async (): Promise<number> => {
    const [row] = await query<{ count: number }>(
      `select count(*)::int as count from logs where key = 'ExchangeTokenBy.ClientCredentials'`,
    );
    return row?.count ?? 0;
  };
  /** Tokens continue to be issued, and each ends up in the log. */
  const whileTokensAreIssued = async (work: () => Promise<void>, end: () => Promise<unknown>) => {
    const known = await tokensLogged();
    for (let count = 0; count < 10; count += 1) await managementToken(server);
    await work();
    for (let count = 0; count < 10; count += 1) await managementToken(server);
    await end();
    await eventually(async () => (await tokensLogged()) === known + 20, { what: 'everything in the log' });
    expect(server.output()).not.toContain('audit entries were dropped');
    expect((await save()).status).toBe(200);
  };

  it('F06 keeps serving reads and issuing tokens with a full disk, and refuses writes', async () => {
    await disk.fill(server.pid, 'space', query);
    await whileTokensAreIssued(
      async () => {
        const answers = [];
        // Some writes still fit into free space.
        for (let count = 0; count < 150 && answers.at(-1)?.status !== 503; count += 1) answers.push(await save());
        for (const answer of answers.slice(0, -1)) expect(answer.status, answer.body).toBe(200);
        expectRefused(answers.at(-1) as Awaited<ReturnType<typeof save>>);
        await expectReading();
        expect(server.output()).toContain('the database takes no writes');
      },
      () => disk.free(query),
    );
  });

  it('F06 handles a disk without free inodes', async () => {
    await disk.fill(server.pid, 'files', query);
    await whileTokensAreIssued(
      async () => {
        for (let count = 0; count < 3; count += 1) {
          const answer = await save();
          if (answer.status !== 200) expectRefused(answer);
        }
        await expectReading();
      },
      () => disk.free(query),
    );
  });

  it('F06 handles a read-only database, and tells users at sign-in', async () => {
    const turn = async (value: 'on' | 'off') => {
      await query(`alter system set default_transaction_read_only = ${value}`);
      await query('select pg_reload_conf()');
      await eventually(async () => (await save()).status === (value === 'on' ? 503 : 200));
    };
    await turn('on');
    await whileTokensAreIssued(
      async () => {
        expectRefused(await save());
        await expectReading();
        const url = authorizationUrl({ base: server.origin, client: demoApp(server.origin) }, pkce().challenge);
        const answer = await fetch(url, {
          redirect: 'manual',
          headers: { accept: 'text/html', 'accept-language': 'en' },
        });
        expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('full or read-only')]);
      },
      async () => {
        await query('set default_transaction_read_only = off');
        await turn('off');
      },
    );
  });
});
