// The operator's HTTP proxy: connections go through a tunnel (CONNECT), in which TLS is verified end to end.
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { checkedLookup } from './checked-lookup.ts';
import { lookUpInSystem } from './lookups.ts';

export type OutboundProxy = { hostname: string; port: number; authorization: string | undefined };

/** Parses `http://user:password@proxy.example.com:3128`; throws if it is something else. */
export function parseProxy(text: string): OutboundProxy {
  const url = new URL(text);
  const isPlain = url.protocol === 'http:' && url.pathname === '/' && url.search === '' && url.hash === '';
  if (!isPlain || url.hostname === '') throw new RangeError('Not the URL of an HTTP proxy');
  const login = [url.username, url.password].map(decodeURIComponent).join(':');
  return {
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || 80,
    authorization: url.username ? `Basic ${Buffer.from(login).toString('base64')}` : undefined,
  };
}

/** A connection to the host through the proxy, which resolves the name. */
export async function openTunnel(
  { hostname, port, authorization }: OutboundProxy,
  to: { hostname: string; port: number },
  signal: AbortSignal,
): Promise<Socket> {
  // Not checked like targets, since the operator chose it and it is usually on the internal network.
  const addresses = await lookUpInSystem(hostname);
  signal.throwIfAborted();
  const authority = `${to.hostname.includes(':') ? `[${to.hostname}]` : to.hostname}:${to.port}`;
  return await new Promise((resolve, reject) => {
    const asked = request({
      method: 'CONNECT',
      hostname,
      port,
      path: authority,
      headers: { host: authority, ...(authorization && { 'proxy-authorization': authorization }) },
      lookup: checkedLookup(addresses),
      agent: false,
    });
    const stop = () => asked.destroy(signal.reason);
    const settle = () => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop);
    asked.on('error', (error) => {
      settle();
      reject(error);
    });
    asked.on('connect', (response, socket, head) => {
      settle();
      const status = response.statusCode ?? 0;
      if (status < 200 || status > 299) {
        socket.destroy();
        return reject(new Error(`The proxy answered ${status}`));
      }
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    asked.end();
  });
}
