// F14: the embedded database is backed up before a newer version migrates it, and can be restored with the documented
// steps.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeNextRelease } from '../harness/next-release.ts';
import { failedStart, startProcess } from '../harness/process.ts';

// Every test starts servers and copies a database, which is slow on a busy machine.
describe('an upgrade of the embedded database', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tessera-upgrade-'));
  const env = { DATA_DIR: dataDir, DATABASE_POOL_SIZE: '3', LOG_LEVEL: 'error' };
  const next = makeNextRelease();
  const backups = () => (existsSync(join(dataDir, 'backups')) ? readdirSync(join(dataDir, 'backups')).sort() : []);

  const query = async <Row>(text: string): Promise<Row[]> => {
    const client = new pg.Client({ host: join(dataDir, 'socket'), user: 'postgres', database: 'tessera' });
    await client.connect();
    try {
      return (await client.query(text)).rows as Row[];
    } finally {
      await client.end();
    }
  };
  const addTenant = (id: string) =>
    query(`insert into tenants (id, name, tag, plan_id) values ('${id}', '${id}', 'production', 'free')`);
  const tenants = async () =>
    (await query<{ id: string }>('select id from tenants order by id')).map(({ id }) => id).join(' ');
  const schema = async () => (await query<{ v: number }>('select max(version)::int as v from schema_migrations'))[0]?.v;

  const first = { schema: 0 };
  beforeAll(async () => {
    chmodSync(dataDir, 0o755);
    const server = await startProcess(env);
    first.schema = (await schema()) ?? 0;
    await addTenant('before');
    await server.stop();
  });
  afterAll(() => {
    next.remove();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('F14 is refused without room for the backup, and changes nothing', async () => {
    expect(backups()).toEqual([]);
    const { bavail, bsize } = statfsSync(dataDir);
    const ballast = join(dataDir, 'postgres/ballast');
    writeFileSync(ballast, '');
    // A sparse file: it takes no space, but a copy would.
    truncateSync(ballast, bavail * bsize + 2 ** 30);
    const { code, output } = await failedStart(env, { entry: next.entry });
    rmSync(ballast);
    expect(code).toBe(1);
    expect(output.trim().split('\n').at(-1)).toMatch(
      /^Tessera cannot start: The database has to be upgraded, and there is no room for a backup before that: .*backups needs \d+ MB and has \d+ MB\. Free some space, or make that folder a link to a larger disk, then start again\.$/,
    );
    expect(backups()).toEqual([]);
  });

  it('F14 creates a backup first, which can be restored with the documented steps', async () => {
    const upgraded = await startProcess(env, { entry: next.entry });
    const [backup = ''] = backups();
    expect(backup).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\dT\\d{6}Z-schema-${first.schema}$`));
    const folder = join(dataDir, 'backups', backup);
    expect(upgraded.output()).toContain(`The backup is in ${folder} (`);
    expect(upgraded.output().indexOf(folder)).toBeLessThan(upgraded.output().indexOf('Migrated the database'));
    expect(await schema()).toBe(first.schema + next.added.length);
    await addTenant('after');
    await upgraded.stop();

    const docs = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8');
    const [, steps = ''] = /### Undo an upgrade of the embedded database[\s\S]*?```sh\n([\s\S]*?)```/.exec(docs) ?? [];
    const commands = steps.replace(/\d{4}-[\w-]+-schema-\d+/, backup);
    expect(commands).toContain(backup);
    execFileSync('sh', ['-ec', commands], { env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir } });

    const earlier = await startProcess(env);
    expect([await schema(), await tenants()]).toEqual([first.schema, 'admin before default']);
    expect((await fetch(`${earlier.origin}/oidc/jwks`)).status).toBe(200);
    // Nothing to upgrade, so no backup.
    expect(backups()).toEqual([backup]);
    await earlier.stop();
  });

  it('F14 keeps the last two backups', async () => {
    const [latest] = backups();
    const older = ['2020-01-01T000000Z-schema-1', '2020-01-02T000000Z-schema-2', '2020-01-03T000000Z-schema-3.partial'];
    for (const name of older) mkdirSync(join(dataDir, 'backups', name));
    const upgraded = await startProcess(env, { entry: next.entry });
    await upgraded.stop();
    expect(backups()).toEqual([latest, expect.stringMatching(/^(?!2020).*-schema-\d+$/)]);
  });
});
