// F17: one CPU and 256 MB. Everything that costs memory or time runs concurrently for a while without failures.
// SOAK_SECONDS sets the duration; an hour is recommended before a release.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi, managementToken } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { newDatabase, startServer, type TestServer } from '../harness/server.ts';
import { demoApp, obtainTokens } from '../harness/sign-in.ts';

const seconds = Number(process.env.SOAK_SECONDS ?? 5);
const mebibyte = 1024;
const limit = 256 * mebibyte;

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  scripts: { start: string };
};
/** The options `npm start` uses. */
const nodeArguments = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'));

/** If the system cannot pin a process to one CPU, it uses all of them. */
const onOneCpu = ['taskset', '0x1'];
const through = spawnSync('taskset', ['0x1', 'true']).status === 0 ? onOneCpu : [];

/** Memory of the program itself in KiB: pages of files are the system's to give back. The bench has the peak. */
const residentOf = (pid: number): number => {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)]).stdout);
  return Number(/RssAnon:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]);
};

describe('F17 a small machine', () => {
  let server: TestServer;
  let api: ManagementApi;
  let id: string;
  beforeAll(async () => {
    const databaseUrl = await newDatabase();
    server = await startServer({ databaseUrl, nodeArguments, through, env: { DATABASE_POOL_SIZE: '8' } });
    api = await managementApi(server);
    ({ id } = await newApplication(api, { type: 'SPA', name: 'Busy' }));
    // Data to list and export.
    await server.query(
      `insert into logs (tenant_id, id, key, payload)
       select 'default', 'made' || n, 'RevokeToken', jsonb_build_object('key', 'RevokeToken', 'result', 'Success',
         'userAgent', repeat('x', 500)) from generate_series(1, 5000) as n`,
    );
  });

  it(
    'F17 serves all requests for the whole soak',
    async () => {
      const base = server.origin;
      let made = 0;
      const ask = async (path: string) => expect([path, (await api.call('GET', path)).status]).toEqual([path, 200]);
      const page = async (path: string) => {
        const answer = await fetch(base + path);
        await answer.text();
        expect([path, answer.status]).toEqual([path, 200]);
      };
      const works: (() => Promise<unknown>)[] = [
        async () => {
          made += 1;
          await obtainTokens({ base, client: demoApp(base), username: `soak${made}`, register: true });
        },
        () => managementToken(server),
        () => ask('/logs?page_size=100'),
        () => ask('/log-exports?format=ndjson'),
        () => ask('/users?search=%25soak%25&page=1&page_size=100'),
        () => ask('/dashboard/users/active'),
        () => page('/sign-in'),
        async () => {
          const customData = { text: 'x'.repeat(50_000) };
          expect((await api.call('PATCH', `/applications/${id}`, { customData })).status).toBe(200);
        },
      ];
      const until = performance.now() + seconds * 1000;
      const rounds = await Promise.all(
        works.map(async (work) => {
          let count = 0;
          for (; count === 0 || performance.now() < until; count += 1) {
            await work();
            // A token is valid for an hour.
            if (count % 1000 === 999) api = await managementApi(server);
            expect(residentOf(server.pid)).toBeLessThan(limit);
          }
          return count;
        }),
      );
      expect(Math.min(...rounds)).toBeGreaterThan(0);
      expect((await fetch(`${base}/health/ready`)).status).toBe(200);
      expect(await server.stop()).toBe(0);
      expect(server.output()).not.toMatch(/"level":50|request failed/);
    },
    (seconds + 300) * 1000,
  );
});
