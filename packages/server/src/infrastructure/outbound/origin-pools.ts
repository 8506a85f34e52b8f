// Connections to the origins of protected applications. The gate opens every one of them, so an address is checked
// whenever a name is resolved.
import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { LRUCache } from 'lru-cache';
import { createConnectionShares } from '../concurrency/connection-shares.ts';
import type { Outbound } from './outbound.ts';
import { OutboundError } from './outbound-error.ts';

export type OriginPools = ReturnType<typeof createOriginPools>;
/** `applicationId`: who shares the connections to the origin. */
export type SiteOrigin = { tenantId: string; applicationId: string; origin: URL };

// Many servers close idle connections after five seconds.
const idleMs = 4_000;
const mostIdlePerPool = 64;
const mostPools = 500;

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80);

/** `most`: open connections, above which none is kept for the next request. */
export const createOriginPools = (connect: Outbound['connect'], most: number) => {
  // Idle connections time out, so a pool can be dropped at any time.
  const pools = new LRUCache<string, Agent>({ max: mostPools });
  const state = { open: 0 };
  const attempts = createConnectionShares(most);

  const open = async ({ tenantId, applicationId, origin }: SiteOrigin): Promise<Socket> => {
    const hostname = origin.hostname.replace(/^\[(.*)\]$/, '$1');
    const port = portOf(origin);
    // An attempt goes on after its request has ended, since another one may use the connection.
    const giveBack = attempts.take(tenantId, applicationId);
    if (!giveBack) throw new OutboundError('busy');
    // A site may have any port. The rule is for protocols that have their own.
    const socket = await connect({ host: hostname, port, ports: [port] }).finally(giveBack);
    socket.setNoDelay(true);
    state.open += 1;
    socket.once('close', () => {
      state.open -= 1;
    });
    if (origin.protocol === 'http:') return socket;
    return connectTls({
      ...{ socket, host: hostname, ALPNProtocols: ['http/1.1'] },
      rejectUnauthorized: true, // not even the environment can disable this
      ...(isIP(hostname) === 0 && { servername: hostname.replace(/\.$/, '') }),
    });
  };

  const createAgent = (site: SiteOrigin, keepAlive: boolean): Agent => {
    const options = { keepAlive, timeout: idleMs, maxFreeSockets: mostIdlePerPool, scheduling: 'lifo' as const };
    const agent = site.origin.protocol === 'https:' ? new SecureAgent(options) : new Agent(options);
    agent.createConnection = (_options, done) => {
      open(site).then(
        (socket) => done?.(null, socket),
        (error: Error) => done?.(error, undefined as never),
      );
      return undefined;
    };
    const keep = agent.keepSocketAlive.bind(agent);
    agent.keepSocketAlive = (socket) => state.open <= most && keep(socket);
    return agent;
  };

  return {
    /** Two applications never share them, since a request that an origin misreads would change the answer to the next one. */
    shared: (site: SiteOrigin): Agent => {
      const name = `${site.tenantId}/${site.applicationId} ${site.origin.origin}`;
      const agent = pools.get(name) ?? createAgent(site, true);
      pools.set(name, agent);
      return agent;
    },
    /** A connection that serves nothing afterwards, also if the origin refuses to switch protocols on it. */
    single: (site: SiteOrigin): Agent => createAgent(site, false),
  };
};
