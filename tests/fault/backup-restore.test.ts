// Backup and restore with the commands of docs/operating.md, and a sign-in afterwards.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startExternal, withDatabase } from '../harness/cluster.ts';
import { documentedCommand } from '../harness/documented-commands.ts';
import { freePort } from '../harness/ports.ts';
import { startProcess } from '../harness/process.ts';
import { refresh } from '../harness/session.ts';
import { demoApp, obtainTokens } from '../harness/sign-in.ts';
import { systemProgram } from '../harness/system-program.ts';

const folder = mkdtempSync(join(tmpdir(), 'tessera-backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const publicKeys = async (base: string) => (await fetch(`${base}/oidc/jwks`)).json();

/** A registered user who stays signed in, and the signing keys. */
const registerUser = async (base: string) => {
  const { tokens } = await obtainTokens({ base, client: demoApp(base), username: 'ada', register: true });
  return { refreshToken: tokens.refresh_token ?? '', keys: await publicKeys(base) };
};

const expectUser = async (base: string, { refreshToken, keys }: Awaited<ReturnType<typeof registerUser>>) => {
  expect(await publicKeys(base)).toEqual(keys);
  expect((await refresh(base, demoApp(base), refreshToken)).status).toBe(200);
  const { tokens } = await obtainTokens({ base, client: demoApp(base), username: 'ada' });
  expect(tokens.access_token).toBeTruthy();
};

describe('a PostgreSQL dump', () => {
  const clusters: Awaited<ReturnType<typeof startExternal>>[] = [];
  beforeAll(async () => {
    systemProgram('/usr/bin/pg_restore', 'postgresql');
    clusters.push(await startExternal(), await startExternal());
  });
  afterAll(() => Promise.all(clusters.map((cluster) => cluster.stop())));
  const run = (command: string, superuserUrl: string) => {
    const { hostname, port, username } = new URL(superuserUrl);
    const env = { ...process.env, PGHOST: hostname, PGPORT: port, PGUSER: username };
    return execFileSync('sh', ['-c', command], { cwd: folder, env, stdio: 'pipe' });
  };

  it('is restored into another server, where users sign in with the same vault key', async () => {
    const [from = '', to = ''] = clusters.map(({ superuserUrl }) => superuserUrl);
    const owner = new pg.Client({ connectionString: from });
    await owner.connect();
    await owner.query('create database tessera owner tessera');
    await owner.end();
    const urlIn = (cluster: string) => withDatabase(cluster, 'tessera', 'tessera:tessera');
    // The same origin before and after, as behind a proxy, because it is part of the tokens.
    const env = { PORT: String(await freePort()) };
    const before = await startProcess({ ...env, DATABASE_URL: urlIn(from) });
    const user = await registerUser(before.origin);

    const dump = documentedCommand('operating.md', 'pg_dump').replace(/'postgresql:.*'/, '"$URL"');
    const dumpAs = (url: string) => run(dump.replace('$URL', url), from);
    expect(() => dumpAs(urlIn(from))).toThrow('row-level security');
    dumpAs(withDatabase(from, 'tessera'));
    await before.stop();

    run(documentedCommand('operating.md', 'createdb'), to);
    run(documentedCommand('operating.md', 'pg_restore'), to);
    const after = await startProcess({ ...env, DATABASE_URL: urlIn(to) });
    await expectUser(after.origin, user);
    expect(await after.stop()).toBe(0);
  });
});

describe("a copy of the embedded database's folder", () => {
  it('starts elsewhere, with its key', async () => {
    chmodSync(folder, 0o755);
    const env = { PORT: String(await freePort()), DATABASE_POOL_SIZE: '3', SECRET_VAULT_KEK: '' };
    const before = await startProcess({ ...env, DATA_DIR: join(folder, 'data') });
    const user = await registerUser(before.origin);
    expect(await before.stop()).toBe(0);
    execFileSync('sh', ['-c', documentedCommand('operating.md', 'cp -a data')], { cwd: folder });
    const after = await startProcess({ ...env, DATA_DIR: join(folder, 'data-backup') });
    await expectUser(after.origin, user);
    expect(await after.stop()).toBe(0);
  });
});
