// Failing starts explain why in one line and leave nothing behind; starts on one data folder share it.
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/ports.ts';
import { failedStart, startProcess } from '../harness/process.ts';
import { newDatabase } from '../harness/server.ts';
import { waitingFor } from '../harness/waiting-statements.ts';

const reason = (text: string) => `Tessera cannot start: ${text}\n`;

// All settings and their errors: packages/server/src/settings.test.ts.
describe('an invalid setting', () => {
  it.each([
    [{ PORT: '65536' }, 'PORT=65536 is not usable: must be a number from 1 to 65535'],
    [{ DATABASE_URL: 'mysql://root:hunter2@localhost/x' }, 'DATABASE_URL is not usable: must begin with postgresql://'],
    [
      { DATABASE_URL: 'postgresql://127.0.0.1:1/x' },
      'The database cannot be reached (connect ECONNREFUSED 127.0.0.1:1): check DATABASE_URL.',
    ],
    [
      { DATABASE_URL: 'postgresql://localhost:port/x' },
      'DATABASE_URL is not usable: must look like postgresql://user@host:5432/database, or name several hosts, separated by commas',
    ],
    [
      { DATA_DIR: import.meta.filename },
      `DATA_DIR=${import.meta.filename} cannot be used: EEXIST: file already exists, mkdir '${import.meta.filename}'`,
    ],
  ])('stops the start with one line, before anything is created: %j', async (env: Record<string, string>, line) => {
    const folder = mkdtempSync(join(tmpdir(), 'tessera-nowhere-'));
    const nowhere = join(folder, 'never-made');
    expect(await failedStart({ DATA_DIR: nowhere, ...env })).toEqual({ code: 1, output: reason(line) });
    expect(existsSync(nowhere)).toBe(false);
    rmSync(folder, { recursive: true });
  });
});

/** A port that is in use. */
const occupyPort = async () => {
  const port = await freePort();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { port: String(port), free: () => new Promise((resolve) => server.close(resolve)) };
};

describe('a port in use', () => {
  it.each(['PORT', 'ADMIN_PORT', 'METRICS_PORT'])('is reported with its setting, %s, in one line', async (setting) => {
    const { port, free } = await occupyPort();
    const { code, output } = await failedStart({ DATABASE_URL: await newDatabase(), [setting]: port });
    await free();
    expect([code, output]).toEqual([1, reason(`port ${port} is already in use; set another ${setting}`)]);
  });

  it('is reported with its host if the host does not exist', async () => {
    const { code, output } = await failedStart({ DATABASE_URL: await newDatabase(), HOST: '203.0.113.7' });
    expect(code).toBe(1);
    expect(output).toMatch(
      /^Tessera cannot start: port \d+ cannot be used: .*203\.0\.113\.7.*; check HOST and PORT\n$/,
    );
  });
});

describe('the embedded database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-start-'));
  const env = { DATA_DIR: folder, DATABASE_POOL_SIZE: '3' };
  /** PostgreSQL's process ID; undefined after a clean shutdown. */
  const postmaster = () => {
    const file = join(folder, 'postgres/postmaster.pid');
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
  };
  beforeAll(async () => {
    // The first start creates the cluster; the others find it.
    const server = await startProcess(env);
    expect(postmaster()).toBeDefined();
    expect(await server.stop()).toBe(0);
    expect(postmaster()).toBeUndefined();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is not left behind by a failing start: the port is in use', async () => {
    const { port, free } = await occupyPort();
    const { code, output } = await failedStart({ ...env, PORT: port });
    await free();
    expect([code, output]).toEqual([1, reason(`port ${port} is already in use; set another PORT`)]);
    expect(postmaster()).toBeUndefined();
  });

  it('F18 is stopped after the application has finished its work', async () => {
    const server = await startProcess(env);
    const client = new pg.Client({ host: join(folder, 'socket'), user: 'postgres', database: 'tessera' });
    await client.connect();
    await client.query('begin');
    await client.query('lock table sign_in_experiences in access exclusive mode');
    const begun = fetch(`${server.origin}/api/.well-known/sign-in-exp`);
    await eventually(async () => (await waitingFor(client)).length > 0);
    const exited = server.stop('SIGTERM');
    await eventually(() => server.output().includes('Stopping'));
    await client.query('commit');
    await client.end();
    expect((await begun).status).toBe(200);
    expect(await exited).toBe(0);
    expect(server.output().trim().split('\n').at(-1)).toBe('Stopping');
    expect(postmaster()).toBeUndefined();
  });

  it('is shared by a second process on the same folder, and stopped by the last one', async () => {
    const [one, two] = await Promise.all([startProcess(env), startProcess(env)]);
    const pid = postmaster();
    const keysOf = async (origin: string) => (await fetch(`${origin}/oidc/jwks`)).text();
    expect(await keysOf(one.origin)).toBe(await keysOf(two.origin));
    expect(await one.stop()).toBe(0);
    expect([postmaster(), (await fetch(`${two.origin}/health/ready`)).status]).toEqual([pid, 200]);
    expect(await two.stop()).toBe(0);
    expect(postmaster()).toBeUndefined();
  });

  it('is joined by the next start after its process was killed', async () => {
    const killed = await startProcess(env);
    const pid = postmaster();
    await killed.stop('SIGKILL');
    const next = await startProcess(env);
    expect(postmaster()).toBe(pid);
    expect(await next.stop()).toBe(0);
    expect(postmaster()).toBeUndefined();
  });

  it('is not created by a start that is interrupted before it', async () => {
    const killed = startProcess(env, { onSpawn: (child) => void child.kill('SIGTERM') });
    await expect(killed).rejects.toMatchObject({ code: null, output: '' });
    expect(postmaster()).toBeUndefined();
  });

  it('is not left behind by a start that is interrupted halfway', async () => {
    const spawned = Promise.withResolvers<ChildProcess>();
    const interrupt = async () => {
      const child = await spawned.promise;
      await eventually(() => postmaster() !== undefined);
      child.kill('SIGTERM');
    };
    const [server] = await Promise.all([startProcess(env, { onSpawn: spawned.resolve }), interrupt()]);
    expect(await server.exited).toBe(0);
    expect(server.output().trim().split('\n').at(-1)).toBe('Stopping');
    expect(postmaster()).toBeUndefined();
  });
});
