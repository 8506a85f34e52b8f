// A connection to a checked target, for protocols other than HTTP.
import { connect, type Socket } from 'node:net';
import { checkedLookup } from './checked-lookup.ts';
import type { Target } from './resolve-target.ts';

export const openSocket = (
  { hostname, addresses }: Omit<Target, 'url'>,
  port: number,
  signal: AbortSignal,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const socket = connect({ host: hostname, port, lookup: checkedLookup(addresses) });
    const stop = () => socket.destroy(signal.reason);
    const settle = () => {
      signal.removeEventListener('abort', stop);
      socket.removeListener('error', fail);
    };
    const fail = (error: Error) => {
      settle();
      reject(error);
    };
    signal.addEventListener('abort', stop);
    socket.once('error', fail);
    socket.once('connect', () => {
      settle();
      resolve(socket);
    });
  });
