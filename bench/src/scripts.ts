// What a script for claims adds to a machine's token: the same request without and with one, one at a time.
import { managementApi } from '@tessera/tests/harness/api';
import { newApplication } from '@tessera/tests/harness/applications';
import { tokenRequest } from '@tessera/tests/harness/sign-in';
import type { TestServer } from '@tessera/tests/harness/test-server';
import { median } from './load.ts';
import { type Goal, show, table } from './report.ts';

const warmUps = 200;
const measured = 500;
const path = '/configs/jwt-customizer/client-credentials';
const script = `const getCustomJwtClaims = async ({ token, environmentVariables }) => ({
  plan: environmentVariables.PLAN,
  scopes: (token.scope ?? '').split(' ').map((scope) => scope.toUpperCase()),
});`;

export type ScriptNumbers = { without: number; withScript: number };

export const measureScripts = async (server: TestServer): Promise<ScriptNumbers> => {
  const api = await managementApi(server);
  const machine = await newApplication(api, { type: 'MachineToMachine' });
  const form = { grant_type: 'client_credentials', resource: 'https://default.tessera.app/api' };
  const once = async (): Promise<number> => {
    const began = performance.now();
    const { status } = await tokenRequest(server.base('default'), machine, form);
    if (status !== 200) throw new Error(`no token: ${status}`);
    return performance.now() - began;
  };
  const several = async (count: number) => {
    const times: number[] = [];
    for (let round = 0; round < count; round += 1) times.push(await once());
    return median(times);
  };
  await several(warmUps);
  const without = await several(measured);
  const saved = await api.call('PUT', path, { script, environmentVariables: { PLAN: 'pro' } });
  if (saved.status !== 201) throw new Error(`no script: ${saved.body}`);
  await several(warmUps);
  const withScript = await several(measured);
  await api.call('DELETE', path);
  return { without, withScript };
};

export const scriptTable = ({ without, withScript }: ScriptNumbers): string =>
  table([
    ['Token of a machine, one at a time, median', 'wall'],
    ['without a script', show(without, 'ms', 2)],
    ['with a script for claims', show(withScript, 'ms', 2)],
  ]);

export const scriptGoals = ({ without, withScript }: ScriptNumbers): Goal[] => [
  { name: 'what a script adds to a token', measured: withScript - without, limit: 2, unit: 'ms', digits: 2 },
];
