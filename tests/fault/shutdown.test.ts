// F21: a node is stopped while its database does not respond. It ends nevertheless and reports what is missing.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DatabaseHost, startDatabaseHosts } from '../harness/database-hosts.ts';
import { eventually } from '../harness/eventually.ts';
import { startProcess } from '../harness/process.ts';

const shutdownSeconds = 2;

let database: Awaited<ReturnType<typeof startDatabaseHosts>>;
let primary: DatabaseHost;
beforeAll(async () => {
  database = await startDatabaseHosts();
  primary = database.primary;
});
afterAll(() => database.stop());

const start = () =>
  startProcess({
    DATABASE_URL: `postgresql://tessera@${primary.address}/tessera`,
    DATABASE_POOL_SIZE: '4',
    LOG_LEVEL: 'error',
    SHUTDOWN_SECONDS: String(shutdownSeconds),
  });

it('F21 ends while requests, jobs and the audit log wait for a frozen database', async () => {
  const server = await start();
  const token = (clientId: string) =>
    fetch(`${server.origin}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: 'wrong' }),
    });
  await token('warm-up');
  primary.signal('SIGSTOP');
  try {
    // More than there are connections, including audit log entries.
    const paths = ['/api/.well-known/sign-in-exp?fresh', '/oidc/jwks', '/sign-in', '/api/.well-known/phrases?lng=fr'];
    const waiting = [
      ...Array.from({ length: 6 }, (_, index) => token(`unknown-${index}`)),
      ...paths.map((path) => fetch(server.origin + path)),
    ].map((request) =>
      request.then(
        ({ status }) => status,
        () => 'cut',
      ),
    );
    await eventually(async () => (await fetch(`${server.origin}/health/ready`)).status === 503);
    // It ends although the database stays frozen.
    expect(await server.stop('SIGTERM')).toBe(1);
    const last = server.output().trim().split('\n').at(-1) ?? '';
    expect(JSON.parse(last)).toMatchObject({
      level: 50,
      msg: 'stopped before everything was written: the database does not answer',
      auditEntries: expect.any(Number),
    });
    expect((await Promise.all(waiting)).every((status) => [200, 401, 503, 'cut'].includes(status))).toBe(true);
  } finally {
    primary.signal('SIGCONT');
  }
});

it('F21 exits with 0 silently once the database responds again', async () => {
  const server = await start();
  expect(await server.stop('SIGTERM')).toBe(0);
  expect(server.output().trim().split('\n').at(-1)).toBe('Stopping');
});
