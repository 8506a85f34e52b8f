// Verification codes through a connector: the server's CPU time for each, and tokens beside sends that hang until their
// timeout. The provider is in this process.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ManagementApi, machineCredentials, managementApi } from '@tessera/tests/harness/api';
import { eventually } from '@tessera/tests/harness/eventually';
import type { TestServer } from '@tessera/tests/harness/test-server';
import { fire, median, rounds, warmUp } from './load.ts';
import { resource, tokenRequest } from './machine.ts';
import { cpuOf } from './process-numbers.ts';
import { type Goal, show, table } from './report.ts';

const sends = 200;
const warmUps = 5;
const hanging = 50;
const seconds = 3;

export type MessageNumbers = { cpu: number; quiet: number; beside: number };

/** Accepts every message, or none of them. */
const startProvider = async () => {
  const state = { hangs: false, waiting: 0 };
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (!state.hangs) return void response.end('{}');
      state.waiting += 1;
      response.on('close', () => {
        state.waiting -= 1;
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** Each to another recipient, since a recipient gets few messages. */
const sender = (api: ManagementApi) => {
  let next = 4_915_110_000_000;
  return () => {
    next += 1;
    return api.call('POST', '/verification-codes', { phone: String(next) });
  };
};

const cpuOfSend = async (pid: number, send: () => Promise<{ status: number }>): Promise<number> => {
  const before = cpuOf(pid);
  for (let count = 0; count < sends; count += 1) {
    const { status } = await send();
    if (status !== 204) throw new Error(`a code was not sent: ${status}`);
  }
  return (cpuOf(pid) - before) / sends;
};

/** Keeps this many sends waiting for the provider until it is stopped. */
const keepHanging = (send: () => Promise<unknown>) => {
  const state = { stopped: false };
  const repeat = async () => {
    while (!state.stopped) await send().catch(() => undefined);
  };
  const all = Array.from({ length: hanging }, repeat);
  return async () => {
    state.stopped = true;
    await Promise.all(all);
  };
};

export const measureMessages = async (server: TestServer): Promise<MessageNumbers> => {
  const api = await managementApi(server);
  const provider = await startProvider();
  const body = { connectorId: 'http-sms', config: { endpoint: provider.url } };
  const { id } = (await api.call('POST', '/connectors', body)).json() as { id: string };
  const send = sender(api);
  const { clientId, clientSecret } = await machineCredentials(server);
  const caller = { id: clientId, secret: clientSecret };
  const target = tokenRequest(server.pid, `${server.base('admin')}/oidc/token`, caller, resource);
  try {
    for (let round = 0; round < warmUps; round += 1) await cpuOfSend(server.pid, send);
    await warmUp(target);
    const measured: MessageNumbers[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const cpu = await cpuOfSend(server.pid, send);
      const { perSecond: quiet } = await fire(target, seconds);
      provider.state.hangs = true;
      const stop = keepHanging(send);
      await eventually(() => provider.state.waiting === hanging);
      const { perSecond: beside } = await fire(target, seconds);
      provider.state.hangs = false;
      await stop();
      measured.push({ cpu, quiet, beside });
    }
    return {
      cpu: median(measured.map(({ cpu }) => cpu)),
      quiet: median(measured.map(({ quiet }) => quiet)),
      beside: median(measured.map(({ beside }) => beside)),
    };
  } finally {
    await api.call('DELETE', `/connectors/${id}`);
    provider.stop();
  }
};

export const messageTable = ({ cpu, quiet, beside }: MessageNumbers): string =>
  table([
    ['Verification codes through a connector', ''],
    ['CPU of a send', show(cpu, 'ms', 2)],
    ['tokens a second, without sends', show(quiet)],
    [`tokens a second, with ${hanging} hanging sends`, show(beside)],
  ]);

export const messageGoals = ({ cpu, quiet, beside }: MessageNumbers): Goal[] => [
  { name: 'CPU to send a code', measured: cpu, limit: 3, unit: 'ms', digits: 2 },
  {
    ...{ name: `tokens with ${hanging} hanging sends, of those without`, unit: '×', digits: 2 },
    ...{ measured: beside / quiet, limit: 0.9, atLeast: true },
  },
];
