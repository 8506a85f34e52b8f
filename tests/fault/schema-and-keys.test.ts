// F13, F14, F16: starts with an empty, shared, too new or too old database, or without a usable signing key.
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { migrate } from '@tessera/server/infrastructure/database/migrate';
import { describe, expect, it } from 'vitest';
import { callerWith, cloudResource, registerConsoleUser } from '../harness/console-user.ts';
import { eventually } from '../harness/eventually.ts';
import { failedStart, startProcess } from '../harness/process.ts';
import { asSuperuser, newDatabase, startServer } from '../harness/server.ts';

const migrations = join(import.meta.dirname, '../../packages/server/dist/migrations');
const files = readdirSync(migrations)
  .filter((name) => name.endsWith('.sql'))
  .sort();

const rowsOf = <Row>(databaseUrl: string, sql: string, values?: unknown[]): Promise<Row[]> =>
  asSuperuser(databaseUrl, async (client) => (await client.query(sql, values)).rows as Row[]);

const migratedBy = (output: string) => [...output.matchAll(/^Migrated the database: (.+)$/gm)].map(([, name]) => name);

describe('schema', () => {
  it('F13 two servers starting on an empty database both serve it; it is migrated and seeded once', async () => {
    const databaseUrl = await newDatabase('empty');
    const env = { DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: '4' };
    const servers = await Promise.all([startProcess(env), startProcess(env)]);
    try {
      expect(servers.flatMap((server) => migratedBy(server.output())).sort()).toEqual(files);
      expect(await rowsOf(databaseUrl, 'select name from schema_migrations order by version')).toEqual(
        files.map((name) => ({ name })),
      );
      const seeded = `
        select (select string_agg(id, ' ' order by id) from tenants) as tenants,
          (select count(*)::int from tenant_configs where key = 'oidc.privateKeys') as keys,
          (select count(*)::int from applications where id = 'admin-console') as consoles`;
      expect(await rowsOf(databaseUrl, seeded)).toEqual([{ tenants: 'admin default', keys: 2, consoles: 1 }]);
      const keys = await Promise.all(
        servers.map(async ({ port }) => (await fetch(`http://localhost:${port}/oidc/jwks`)).json()),
      );
      expect(keys[0]).toEqual(keys[1]);
      expect((keys[0] as { keys: unknown[] }).keys).toHaveLength(1);
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  });

  it('F14 refuses a newer database with one clear line, and leaves it unchanged', async () => {
    const databaseUrl = await newDatabase();
    await rowsOf(databaseUrl, `insert into schema_migrations values (${files.length + 1}, 'later.sql', 'x')`);
    expect(await failedStart({ DATABASE_URL: databaseUrl })).toEqual({
      code: 1,
      output: `Tessera cannot start: The database has schema version ${files.length + 1}, this program knows ${files.length}: start the newer program, or restore a backup from before its first start.\n`,
    });
    expect(await rowsOf(databaseUrl, 'select 1 from schema_migrations')).toHaveLength(files.length + 1);
  });

  it('F14 migrates an older schema with its data', async () => {
    const databaseUrl = await newDatabase('empty');
    const folder = mkdtempSync(join(tmpdir(), 'tessera-older-'));
    const older = files.slice(0, -3);
    for (const name of older) cpSync(join(migrations, name), join(folder, name));
    await migrate({ url: databaseUrl, log: () => {}, folder: pathToFileURL(`${folder}/`) });
    rmSync(folder, { recursive: true });
    await rowsOf(
      databaseUrl,
      `insert into tenants (id, name, tag, plan_id) values ('older', 'From before', 'production', 'free')`,
    );
    const server = await startServer({ databaseUrl });
    expect(migratedBy(server.output())).toEqual(files.slice(-3));
    expect(await rowsOf(databaseUrl, `select id from tenants order by id`)).toEqual(
      ['admin', 'default', 'older'].map((id) => ({ id })),
    );
    expect((await fetch(`${server.origin}/oidc/jwks`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
  });
});

const damages: [string, string, string][] = [
  [
    'missing',
    `delete from tenant_configs where tenant_id = $1 and key = 'oidc.privateKeys'`,
    'has no readable signing key',
  ],
  [
    'an empty list',
    `update tenant_configs set value = '[]' where tenant_id = $1 and key = 'oidc.privateKeys'`,
    'has no readable signing key',
  ],
  [
    'cut off',
    `update tenant_configs set value = jsonb_build_object('$sealed', left(value ->> '$sealed', 60))
     where tenant_id = $1 and key = 'oidc.privateKeys'`,
    'has a signing key that cannot be read',
  ],
];
const configs = `select tenant_id, key, md5(value::text) as value from tenant_configs order by 1, 2`;

describe('signing keys', () => {
  it.each(
    damages.flatMap(([how, sql, reason]) =>
      ['admin', 'default'].map((tenantId) => [tenantId, how, sql, reason] as const),
    ),
  )(
    'F16 does not start when the key of %s is %s, says so in one line, and makes no new one',
    async (tenantId, _, sql, reason) => {
      const databaseUrl = await newDatabase();
      await rowsOf(databaseUrl, sql, [tenantId]);
      const before = await rowsOf(databaseUrl, configs);
      const { code, output } = await failedStart({ DATABASE_URL: databaseUrl });
      expect([code, output]).toEqual([1, `Tessera cannot start: tenant ${tenantId} ${reason}\n`]);
      expect(await rowsOf(databaseUrl, configs)).toEqual(before);
    },
  );

  it('F16 a tenant with a damaged key fails alone, is logged, and gets no new one', async () => {
    const server = await startServer({ edition: 'cloud', env: { LOG_LEVEL: 'error' } });
    try {
      const { accessToken } = await registerConsoleUser(server, 'founder', [cloudResource]);
      const call = callerWith(server, await accessToken(cloudResource));
      const made = await Promise.all(
        [1, 2].map((number) => call('POST', '/api/tenants', { name: `Tenant ${number}` })),
      );
      const [broken = '', whole = ''] = made.map((answer) => (answer.json() as { id: string }).id);
      await server.query(damages[2]?.[1] ?? '', [broken]);
      await server.query(`select pg_notify('tessera_changes', $1)`, [`${broken}/tenantConfigs`]);
      const before = await server.query(configs);
      const statusOf = async (tenantId: string, path: string) => (await fetch(server.base(tenantId) + path)).status;
      await eventually(async () => (await statusOf(broken, '/oidc/jwks')) === 500);
      for (const path of ['/oidc/jwks', '/oidc/.well-known/openid-configuration']) {
        expect([await statusOf(broken, path), await statusOf(whole, path), await statusOf('admin', path)]).toEqual([
          500, 200, 200,
        ]);
      }
      expect(server.output()).toContain(`tenant ${broken} has a signing key that cannot be read`);
      expect((await call('GET', '/api/tenants')).status).toBe(200);
      expect(await server.query(configs)).toEqual(before);
    } finally {
      await server.stop();
    }
  });
});
