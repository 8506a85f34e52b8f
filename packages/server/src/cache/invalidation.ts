// Tells every node which rows changed. A change is announced inside its transaction, so that nobody hears of one that
// was rolled back; a node that lost its connection forgets everything it had cached.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';

export const channel = 'tessera_changes';
export type Announcement = { tenantId: string; table: string };
type Listener = (announcement: Announcement | 'everything') => void;

export type Invalidation = Awaited<ReturnType<typeof startInvalidation>>;

export const startInvalidation = async (options: { url: string; role: string | undefined; log: Log }) => {
  const listeners = new Set<Listener>();
  const tell: Listener = (announcement) => {
    for (const listener of listeners) listener(announcement);
  };
  const state: { stopped: boolean; connected: boolean; client?: pg.Client } = { stopped: false, connected: false };

  /** Answers with a function, since a promise of a promise would be waited for. */
  const connect = async (): Promise<() => Promise<void>> => {
    const client = new pg.Client({
      connectionString: options.url,
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
    tell('everything'); // whatever was announced while nobody listened
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
        options.log.warn({ error: error.message }, 'cache invalidation is disconnected');
        await sleep(500);
        return () => Promise.resolve();
      });
    }
  };
  void keepListening(await connect());

  return {
    isConnected: () => state.connected,
    subscribe: (listener: Listener) => listeners.add(listener),
    /** What this node changed itself it knows at once, without waiting for its own announcement. */
    announceLocally: (announcement: Announcement) => tell(announcement),
    stop: async () => {
      state.stopped = true;
      await state.client?.end().catch(() => {});
    },
  };
};
