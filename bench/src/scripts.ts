// Duration of a token script, from passing it to its worker to its claims, one at a time.
import { createSandbox } from '@tessera/server/authorization/custom-jwt/sandbox';
import { createOutbound } from '@tessera/server/infrastructure/outbound/outbound';
import { median } from './load.ts';
import { type Goal, show, table } from './report.ts';

const warmUps = 300;
const measured = 1000;
const script = `const getCustomJwtClaims = async ({ token, context, environmentVariables }) => ({
  plan: environmentVariables.PLAN,
  level: context.user.customData.level,
  scopes: (token.scope ?? '').split(' ').map((scope) => scope.toUpperCase()),
});`;
const input = JSON.stringify({
  token: { jti: 'x', aud: 'https://api.example.com', scope: 'read:orders write:orders', kind: 'AccessToken' },
  context: { user: { id: 'u', username: 'ada', customData: { level: 3 }, roles: [], organizations: [] } },
  environmentVariables: { PLAN: 'pro' },
});

/** Milliseconds per run. */
export type ScriptNumbers = { wall: number; cpu: number };

export const measureScripts = async (): Promise<ScriptNumbers> => {
  const sandbox = createSandbox(createOutbound({ allowPrivate: false }));
  const several = async (count: number) => {
    const times: number[] = [];
    for (let round = 0; round < count; round += 1) {
      const began = performance.now();
      const outcome = await sandbox.run('bench', { script, input });
      times.push(performance.now() - began);
      if (outcome.type !== 'claims') throw new Error(`no claims: ${outcome.message}`);
    }
    return times;
  };
  try {
    await several(warmUps);
    const before = process.cpuUsage();
    const times = await several(measured);
    const { user, system } = process.cpuUsage(before);
    return { wall: median(times), cpu: (user + system) / 1000 / measured };
  } finally {
    await sandbox.stop();
  }
};

export const scriptTable = ({ wall, cpu }: ScriptNumbers): string =>
  table([
    ['Script for claims, one at a time', 'median', 'CPU each'],
    ['three claims, no requests', show(wall, 'ms', 2), show(cpu, 'ms', 2)],
  ]);

export const scriptGoals = ({ wall }: ScriptNumbers): Goal[] => [
  { name: 'median of a script for claims', measured: wall, limit: 2, unit: 'ms', digits: 2 },
];
