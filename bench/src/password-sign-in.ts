// A complete password sign-in, from the authorization request to the tokens, and the share of the hash.
import { hashPassword, verifyOwnHash } from '@tessera/server/authentication/passwords/hash';
import { demoApp, obtainTokens, password } from '@tessera/tests/harness/sign-in';
import type { TestServer } from '@tessera/tests/harness/test-server';
import { median, rounds } from './load.ts';
import { cpuOf } from './process-numbers.ts';
import { type Goal, show, table } from './report.ts';

const warmUps = 200;
const perRound = 15;

/** CPU milliseconds of one verification, measured in this process. */
const hashCpu = async (): Promise<number> => {
  const stored = await hashPassword(password);
  const before = process.cpuUsage();
  for (let count = 0; count < perRound; count += 1) await verifyOwnHash(stored, password);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / perRound;
};

type SignInNumbers = { cpu: number; wall: number; hash: number };

export const measurePasswordSignIn = async (server: TestServer): Promise<SignInNumbers> => {
  const request = { base: server.base('default'), client: demoApp(server.base('default')), username: 'bench' };
  await obtainTokens({ ...request, register: true });
  for (let count = 0; count < warmUps; count += 1) await obtainTokens(request);
  const measured: SignInNumbers[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [cpu, began] = [cpuOf(server.pid), performance.now()];
    for (let count = 0; count < perRound; count += 1) await obtainTokens(request);
    measured.push({
      cpu: (cpuOf(server.pid) - cpu) / perRound,
      wall: (performance.now() - began) / perRound,
      hash: await hashCpu(),
    });
  }
  return {
    cpu: median(measured.map(({ cpu }) => cpu)),
    wall: median(measured.map(({ wall }) => wall)),
    hash: median(measured.map(({ hash }) => hash)),
  };
};

export const signInTable = ({ wall, cpu, hash }: SignInNumbers): string =>
  table([
    ['Sign-in with a password, from request to tokens', 'wall', 'CPU', 'the hash', 'beside it'],
    ['one at a time', ...[wall, cpu, hash, cpu - hash].map((value) => show(value, 'ms', 1))],
  ]);

export const signInGoals = ({ cpu, hash }: SignInNumbers): Goal[] => [
  { name: 'CPU of a password sign-in, beside the hash', measured: cpu - hash, limit: 25, unit: 'ms', digits: 1 },
];
