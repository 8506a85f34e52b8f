// Invalidates caches on all nodes. Changes are notified inside their transaction, so rolled-back ones are never
// announced; a node that loses its connection clears its caches.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../../log.ts';
import { createHosts, type Hosts } from '../database/hosts.ts';
import { unannouncedTables } from './unannounced-tables.ts';

export const channel = 'tessera_changes';
export type Announcement = { tenantId: string; table: string };
type Listener = (announcement: Announcement | 'everything') => void;
type Subscription = { tables: readonly string[]; listener: Listener };
/** Cache hits and loads. */
export type CacheStatistics = { name: string; hits: number; loads: number };

export type Invalidation = Awaited<ReturnType<typeof startInvalidation>>;

const heartbeatMs = 1_000;
const heartbeatTickMs = 400;
const heartbeatTicks = 10;
const questionMs = 2_000;

type InvalidationOptions = {
  url: string;
  /** Shared by all connections to this URL. */
  hosts?: Hosts;
  log: Log;
};

export const startInvalidation = async ({ url, hosts = createHosts(url), log }: InvalidationOptions) => {
  const subscriptions = new Set<Subscription>();
  const statistics: CacheStatistics[] = [];
  const tell: Listener = (announcement) => {
    for (const { tables, listener } of subscriptions) {
      if (announcement === 'everything' || tables.includes(announcement.table)) listener(announcement);
    }
  };
  const state: {
    stopped: boolean;
    connected: boolean;
    client?: pg.Client;
    asked?: Promise<void>;
    question?: Promise<void>;
  } = {
    stopped: false,
    connected: false,
  };

  /** The connection runs one statement at a time. */
  const ask = <Row extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<Row[]> => {
    const answer = (state.asked ?? Promise.resolve()).then(async () => (await client.query<Row>(text)).rows);
    state.asked = answer.then(
      () => {},
      () => {},
    );
    return answer;
  };

  /** On another connection, while this one is lost. */
  const askAlone = async (): Promise<void> => {
    const limits = { connectionTimeoutMillis: questionMs, query_timeout: questionMs };
    const client = hosts.createClient({ application_name: 'tessera-readiness', ...limits });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select 1');
      await client.end();
    } catch (error) {
      // A frozen server would not respond to a graceful end.
      client.connection.stream.destroy();
      throw error;
    }
  };

  /** A host that loses power closes no connections: without this, clients would wait for many minutes. */
  const watch = async (client: pg.Client) => {
    while (state.client === client && state.connected && !state.stopped) {
      const beat = { isAnswered: false };
      const note = () => {
        beat.isAnswered = true;
      };
      // Broken connections are detected elsewhere.
      void ask(client, 'select 1').then(note, note);
      // Counted in ticks between which pending data is read, since this process itself may be slow.
      for (let tick = 0; tick < heartbeatTicks && !beat.isAnswered; tick += 1) {
        await sleep(heartbeatTickMs, undefined, { ref: false });
      }
      if (!beat.isAnswered) {
        log.warn({ host: client.host }, 'the database does not answer');
        hosts.suspect(client);
        client.connection.stream.destroy();
        return;
      }
      await sleep(heartbeatMs, undefined, { ref: false });
    }
  };

  /** Returns a function, since a returned promise would be awaited. */
  const connect = async (): Promise<() => Promise<void>> => {
    const client = hosts.createClient({
      application_name: 'tessera-invalidation',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    const lost = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
    });
    client.on('notification', ({ payload }) => {
      const [tenantId = '', table = ''] = (payload ?? '').split('/');
      tell({ tenantId, table });
    });
    await client.connect();
    await client.query(`listen ${channel}`);
    state.client = client;
    state.connected = true;
    void watch(client);
    tell('everything'); // anything announced while disconnected
    return () => lost;
  };

  const keepListening = async (lost: () => Promise<void>) => {
    let ended = lost;
    while (!state.stopped) {
      await ended();
      if (state.stopped) return;
      state.connected = false;
      tell('everything');
      ended = await connect().catch(async (error: Error) => {
        log.warn({ error: error.message }, 'cache invalidation is disconnected');
        await sleep(500);
        return () => Promise.resolve();
      });
    }
  };
  void keepListening(await connect());

  return {
    isConnected: () => state.connected,
    /** Queries the database on a connection that requests cannot occupy. All who ask while it is lost share one. */
    ping: async (): Promise<void> => {
      if (state.client && state.connected) return void (await ask(state.client, 'select 1'));
      state.question ??= askAlone().finally(() => delete state.question);
      return state.question;
    },
    /** As the login user, who may read more than requests may. */
    query: async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> =>
      state.client ? ask<Row>(state.client, text) : [],
    subscribe: (tables: readonly string[], listener: Listener) => {
      const silent = tables.find((table) => unannouncedTables.has(table));
      if (silent) throw new Error(`changes of ${silent} are not announced, so no cache can follow them`);
      subscriptions.add({ tables, listener });
    },
    /** Statistics of every cache, for metrics. */
    statistics: () => statistics,
    /** Invalidates this node's own caches immediately, without waiting for its notification. */
    announceLocally: (announcement: Announcement) => tell(announcement),
    stop: async () => {
      state.stopped = true;
      await state.client?.end().catch(() => {});
    },
  };
};
