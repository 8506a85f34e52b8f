// Creation of users by SCIM: users each second, and what one costs the server.
import { managementApi } from '@tessera/tests/harness/api';
import { newScimClient } from '@tessera/tests/harness/scim';
import type { TestServer } from '@tessera/tests/harness/test-server';
import { cpuOf } from './process-numbers.ts';
import { type Goal, show, table } from './report.ts';

const count = 5_000;
const atOnce = 16;

export type ScimNumbers = { perSecond: number; cpuMs: number };

export const measureScim = async (server: TestServer): Promise<ScimNumbers> => {
  const { createUser } = await newScimClient(server, await managementApi(server), ['bench.example.com']);
  const numbers = Array.from({ length: count }, (_, at) => at).values();
  const cpuBefore = cpuOf(server.pid);
  const began = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const at of numbers) {
        await createUser(`user${at}@bench.example.com`, { externalId: `id-${at}`, displayName: `User ${at}` });
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  return { perSecond: count / seconds, cpuMs: (cpuOf(server.pid) - cpuBefore) / count };
};

export const scimTable = ({ perSecond, cpuMs }: ScimNumbers): string =>
  table([
    ['SCIM', 'users each second', 'CPU of the server'],
    [`creation of ${show(count)} users`, show(perSecond), show(cpuMs, 'ms', 2)],
  ]);

export const scimGoals = ({ perSecond }: ScimNumbers): Goal[] => [
  { name: 'users created by SCIM each second', measured: perSecond, limit: 300, atLeast: true, unit: '', digits: 0 },
];
