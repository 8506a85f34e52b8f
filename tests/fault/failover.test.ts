// F20: the primary dies under load and its standby is promoted. Sign-ins continue, and every acknowledged write is
// there.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type DatabaseHost, startDatabaseHosts } from '../harness/database-hosts.ts';
import { eventually } from '../harness/eventually.ts';
import { type RunningProcess, startProcess } from '../harness/process.ts';
import type { TestServer } from '../harness/server.ts';
import { demoApp, obtainCode, tokenRequest } from '../harness/sign-in.ts';

let database: Awaited<ReturnType<typeof startDatabaseHosts>>;
let primary: DatabaseHost;
let standby: DatabaseHost;
let server: RunningProcess;
let api: ManagementApi;

const start = (...hosts: DatabaseHost[]) =>
  startProcess({
    DATABASE_URL: `postgresql://tessera@${hosts.map(({ address }) => address).join(',')}/tessera?target_session_attrs=read-write`,
    DATABASE_POOL_SIZE: '6',
    LOG_LEVEL: 'warn',
  });
const apiOf = (running: RunningProcess) =>
  managementApi({
    ...running,
    base: (tenantId: string) => (tenantId === 'default' ? running.origin : `${running.origin}/t/${tenantId}`),
    query: (text: string, values?: unknown[]) => primary.query(text, 'tessera', values),
  } as unknown as TestServer);

const signIn = async (username: string) => {
  const client = demoApp(server.origin);
  const { code, verifier } = await obtainCode({ base: server.origin, client, username });
  const { status } = await tokenRequest(server.origin, client, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: client.redirectUri,
  });
  if (status !== 200) throw new Error(`token: ${status}`);
};

/** Sign-ins and writes until stopped, recording everything acknowledged. */
const startLoad = () => {
  const state = {
    running: true,
    acknowledged: [] as string[],
    /** How many sign-ins began in each era: before and after the primary was lost. */
    era: 0,
    signedIn: [0, 0],
    refusals: new Set<string>(),
  };
  const repeat = async (work: () => Promise<void>) => {
    while (state.running) {
      await work().catch(async (error: Error) => {
        const isRefusal = / 503\b|<title>Temporarily unavailable/.test(error.message);
        state.refusals.add(isRefusal ? '503' : error.message);
        await sleep(50);
      });
    }
  };
  const write = async () => {
    const username = `u${randomBytes(8).toString('hex')}`;
    const { status } = await api.call('POST', '/users', { username });
    if (status !== 200) throw new Error(`write: ${status}`);
    state.acknowledged.push(username);
  };
  const enter = async () => {
    const { era } = state;
    await signIn('erika');
    state.signedIn[era] = (state.signedIn[era] ?? 0) + 1;
  };
  const loops = [write, write, write, enter, enter].map(repeat);
  return {
    state,
    stop: async () => {
      state.running = false;
      await Promise.all(loops);
    },
  };
};

const failOver = async (lose: (host: DatabaseHost) => Promise<void>) => {
  const { state: load, stop } = startLoad();
  await eventually(() => (load.signedIn[0] ?? 0) > 1 && load.acknowledged.length > 20);
  await lose(primary);
  await database.promote(standby);
  primary = standby;
  load.era = 1;
  await eventually(() => (load.signedIn[1] ?? 0) > 3, { within: 240_000, what: 'sign-ins on the new primary' });
  const written = load.acknowledged.length;
  await eventually(() => load.acknowledged.length > written + 20);
  await stop();
  expect([...load.refusals].filter((refusal) => refusal !== '503')).toEqual([]);
  const rows = await primary.query<{ username: string }>('select username from users', 'tessera');
  const stored = new Set(rows.map(({ username }) => username));
  expect(load.acknowledged.filter((username) => !stored.has(username))).toEqual([]);
  const health = await (await fetch(`${server.origin}/health/ready`)).json();
  expect(health).toEqual({ status: 'ready', database: true, invalidation: true });
};

beforeAll(async () => {
  database = await startDatabaseHosts();
  primary = database.primary;
  standby = await database.addStandby(primary);
  // The standby comes first: the order of hosts does not tell which one accepts writes.
  server = await start(standby, primary);
  api = await apiOf(server);
  await obtainCode({ base: server.origin, client: demoApp(server.origin), username: 'erika', register: true });
});
afterAll(async () => {
  await server?.stop();
  await database?.stop();
});

it('F20 sign-ins continue on the standby when the primary is killed, and no acknowledged write is lost', async () => {
  await failOver((host) => host.kill());
});

it('F20 the same when the primary freezes, as if it lost power', async () => {
  standby = await database.addStandby(primary);
  await server.stop();
  server = await start(primary, standby);
  api = await apiOf(server);
  const frozen = primary;
  await failOver(async (host) => host.signal('SIGSTOP'));
  // After it comes back it is not used: the server stays with the host it has found.
  frozen.signal('SIGCONT');
  // A commit that waits for a standby does not notice that its client is gone.
  const connections = `select 1 from pg_stat_activity
    where application_name like 'tessera%' and wait_event is distinct from 'SyncRep'`;
  await eventually(async () => (await frozen.query(connections)).length === 0);
  await signIn('erika');
});
