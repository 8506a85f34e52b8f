// Small answers through the gateway in front of a protected application, compared with a bare Node proxy.
import { managementApi } from '@tessera/tests/harness/api';
import { cookiesAt, newProtectedApplication, signInTo } from '@tessera/tests/harness/protected-site';
import type { TestServer } from '@tessera/tests/harness/test-server';
import { measure, type Round, warmUp } from './load.ts';
import { startPeer } from './peers.ts';
import { backendsOf } from './product.ts';
import { type Goal, show, table } from './report.ts';

const seconds = 3;

export type GatewayNumbers = Record<'bare' | 'open' | 'signedIn', Round>;

export const measureGateway = async (server: TestServer): Promise<GatewayNumbers> => {
  const site = await startPeer('bare-proxy');
  const bare = await startPeer('bare-proxy', [site.origin]);
  try {
    const api = await managementApi(server);
    const create = (subDomain: string, more: object) =>
      newProtectedApplication(server, api, { subDomain, origin: site.origin, ...more });
    const [closed, open] = [await create('closed', {}), await create('open', { pageRules: [{ path: '^/private' }] })];
    const { browser } = await signInTo(server, `${closed.url}/sign-in`, 'gateway_visitor', { register: true });
    const at = ({ host }: { host: string }, headers: Record<string, string> = {}) => ({
      ...{ pid: server.pid, url: `http://127.0.0.1:${server.port}/`, backends: backendsOf(server) },
      headers: { host: `${host}:${server.port}`, ...headers },
    });
    const targets = {
      bare: { pid: bare.pid, url: `${bare.origin}/` },
      open: at(open),
      signedIn: at(closed, { cookie: cookiesAt(browser, closed.url) }),
    };
    for (const target of Object.values(targets)) await warmUp(target);
    return await measure(targets, seconds);
  } finally {
    bare.stop();
    site.stop();
  }
};

export const gatewayTable = ({ bare, open, signedIn }: GatewayNumbers): string => {
  const row = (name: string, { perSecond, cpu, databaseCpu }: Round) => [
    ...[name, show(perSecond), show(cpu, 'ms', 3), show(databaseCpu, 'ms', 3)],
  ];
  return table([
    ['Small answers through a proxy', 'a second', 'CPU each', 'of the database'],
    row('bare Node proxy', bare),
    row('gateway, page without sign-in', open),
    row('gateway, signed in', signedIn),
  ]);
};

/** By CPU, since the load and the site take the rest of the machine. */
export const gatewayGoals = ({ bare, signedIn }: GatewayNumbers): Goal[] => [
  {
    ...{ name: 'gateway, in relation to a bare Node proxy', measured: bare.cpu / signedIn.cpu, limit: 0.5 },
    ...{ atLeast: true, unit: '', digits: 2 },
  },
];
