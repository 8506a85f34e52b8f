// A hostile tenant: endless scripts, expensive hashes, regular expressions, huge states and uploads, all at once.
// Measures how much longer another tenant waits for a sign-in and a token.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Application, newApplication } from '@tessera/tests/harness/applications';
import { addResource } from '@tessera/tests/harness/permissions';
import { demoApp, obtainTokens, tokenRequest } from '@tessera/tests/harness/sign-in';
import { createTenants, type Tenant } from '@tessera/tests/harness/tenants';
import type { TestServer } from '@tessera/tests/harness/test-server';
import type { Target } from './hostile-attack.ts';
import { median, rounds } from './load.ts';
import { inspect, startProduct } from './product.ts';
import { type Goal, show, table } from './report.ts';

const resource = 'https://stock.example.com';
const signIns = 40;
const tokens = 400;
const rows = 20_000;
/** Before measuring, after the attack has begun or ended. */
const settleMs = 5_000;

type Percentiles = { signIn: number; token: number };
export type HostileNumbers = { quiet: Percentiles; hostile: Percentiles };

const percentile95 = (times: number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;

const timed = async (count: number, work: () => Promise<unknown>) => {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return percentile95(times);
};

const machineOf = async (server: TestServer, { id, api }: Tenant) => {
  await addResource(server, id, { indicator: resource, scopes: [] });
  return newApplication(api, { type: 'MachineToMachine' });
};
const requestToken = ({ base }: Tenant, machine: Application) =>
  tokenRequest(base, machine, { grant_type: 'client_credentials', resource });

const measureVictim = async (tenant: Tenant, machine: Application): Promise<Percentiles> => {
  const request = { base: tenant.base, client: demoApp(tenant.base), username: 'bench' };
  return {
    signIn: await timed(signIns, () => obtainTokens(request)),
    token: await timed(tokens, async () => {
      const { status } = await requestToken(tenant, machine);
      if (status !== 200) throw new Error(`no token: ${status}`);
    }),
  };
};

/** The median of each figure, since a busy minute of the machine is longer than a round. */
const middleOf = (measured: HostileNumbers[]): HostileNumbers => {
  const figure = (when: keyof HostileNumbers, kind: keyof Percentiles) =>
    median(measured.map((round) => round[when][kind]));
  const of = (when: keyof HostileNumbers) => ({ signIn: figure(when, 'signIn'), token: figure(when, 'token') });
  return { quiet: of('quiet'), hostile: of('hostile') };
};

const bcrypt12 = '$2b$12$N9qo8uLOickgx2ZMRZoMyegEfyDB0UGGyhbPleskw1wG7GT2krZFu';
const argon2 = '$argon2id$v=19$m=262144,t=16,p=16$c29tZXNhbHRzb21lc2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g';

const prepareTarget = async (server: TestServer, tenant: Tenant): Promise<Target> => {
  const { api, id, base } = tenant;
  const { clientId, clientSecret } = await machineOf(server, tenant);
  const script = 'const getCustomJwtClaims = () => { while (true) {} };';
  await api.call('PUT', '/configs/jwt-customizer/client-credentials', { script });
  await server.query(
    `insert into users (tenant_id, id, name, password_encrypted, password_encryption_method)
     select $1, 'u' || n, repeat('ab', 50), case n when 1 then $2 when 2 then $3 end, case n when 1 then 'Bcrypt'
       when 2 then 'Argon2id' end::text from generate_series(1, $4::int) as n`,
    [id, bcrypt12, argon2, rows],
  );
  const { id: ownId } = (await api.call('POST', '/users', { username: 'own', password: 'a long one 4711' })).json() as {
    id: string;
  };
  const machineAuthorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  return { base, token: api.token, machineAuthorization, resource, userIds: ['u1', 'u2', ownId] };
};

const attack = (targets: Target[]) => {
  const attacker = fork(new URL('./hostile-attack.ts', import.meta.url));
  attacker.send(targets);
  return () => attacker.disconnect();
};

export const measureHostileTenant = async (): Promise<HostileNumbers> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tessera-bench-hostile-'));
  // The attacks use many forwarded addresses, like distributed attackers behind a proxy.
  const { running } = await startProduct(dataDir, {
    EDITION: 'cloud',
    RATE_LIMIT: '0',
    AUTHORIZATION_LIMIT: '600',
    TRUST_PROXY: '127.0.0.1',
  });
  const product = await inspect(running, dataDir);
  try {
    const base = (tenantId: string) => `${running.origin}/t/${tenantId}`;
    const server: TestServer = { ...product.server, edition: 'cloud', base };
    const [victim, hostile] = (await createTenants(server, 2)) as [Tenant, Tenant];
    const machine = await machineOf(server, victim);
    await obtainTokens({ base: victim.base, client: demoApp(victim.base), username: 'bench', register: true });
    await measureVictim(victim, machine);
    const target = await prepareTarget(server, hostile);
    const measured: HostileNumbers[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const quiet = await measureVictim(victim, machine);
      const stop = attack([target]);
      await sleep(settleMs);
      measured.push({ quiet, hostile: await measureVictim(victim, machine) });
      stop();
      await sleep(settleMs);
    }
    return middleOf(measured);
  } finally {
    await product.leave();
    await running.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

export const hostileTable = ({ quiet, hostile }: HostileNumbers): string =>
  table([
    ['Beside a hostile tenant, 95th percentile', 'quiet', 'hostile', 'ratio'],
    ...(['signIn', 'token'] as const).map((kind) => [
      kind === 'signIn' ? 'sign-in with a password' : 'token by client credentials',
      show(quiet[kind], 'ms', 1),
      show(hostile[kind], 'ms', 1),
      show(hostile[kind] / quiet[kind], '×', 2),
    ]),
  ]);

export const hostileGoals = ({ quiet, hostile }: HostileNumbers): Goal[] => [
  {
    ...{ name: 'sign-in beside a hostile tenant, of a quiet one', unit: '×', digits: 2, limit: 2 },
    measured: hostile.signIn / quiet.signIn,
  },
  {
    ...{ name: 'token beside a hostile tenant, of a quiet one', unit: '×', digits: 2, limit: 2 },
    measured: hostile.token / quiet.token,
  },
];
