// Answers that applications and the console ask for all the time: discovery, sign-in settings, a list.
import { managementApi } from '@tessera/tests/harness/api';
import type { TestServer } from '@tessera/tests/harness/test-server';
import { measure, type Round, warmUp } from './load.ts';
import { type Goal, show, table } from './report.ts';

const seconds = 2;
const applications = 1000;
const atOnce = 8;

export type ReadNumbers = Record<'discovery' | 'settings' | 'list', Round>;

const fill = async ({ call }: Awaited<ReturnType<typeof managementApi>>) => {
  const numbers = Array.from({ length: applications }, (_, index) => index).values();
  const worker = async () => {
    for (const index of numbers) {
      const { status, body } = await call('POST', '/applications', {
        name: `Application ${index}`,
        type: 'Traditional',
      });
      if (status !== 200) throw new Error(`no application: ${body}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
};

export const measureReads = async (server: TestServer): Promise<ReadNumbers> => {
  const api = await managementApi(server);
  await fill(api);
  const at = (path: string) => ({ pid: server.pid, url: `${server.base('default')}${path}` });
  const targets = {
    discovery: at('/oidc/.well-known/openid-configuration'),
    settings: at('/api/.well-known/sign-in-exp'),
    list: { ...at('/api/applications?page=2&page_size=20'), headers: { authorization: `Bearer ${api.token}` } },
  };
  for (const target of Object.values(targets)) await warmUp(target);
  return measure(targets, seconds);
};

export const readTable = ({ discovery, settings, list }: ReadNumbers): string => {
  const row = (name: string, { perSecond, cpu }: Round) => [name, show(perSecond), show(cpu, 'ms', 3)];
  return table([
    ['Reads', 'a second', 'CPU each'],
    row('discovery', discovery),
    row('sign-in settings', settings),
    row(`20 of ${applications} applications`, list),
  ]);
};

export const readGoals = ({ discovery, settings }: ReadNumbers): Goal[] => [
  { name: 'CPU of discovery', measured: discovery.cpu, limit: 0.3, unit: 'ms', digits: 3 },
  { name: 'CPU of sign-in settings', measured: settings.cpu, limit: 0.3, unit: 'ms', digits: 3 },
];
