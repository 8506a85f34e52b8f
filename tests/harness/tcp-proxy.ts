// A TCP proxy between the server and its database that can be slowed down, cut and closed.
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './ports.ts';

export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>;

/** Where a database listens: a Unix socket folder, or host and port. */
const targetOf = (url: string) => {
  const [head = '', query] = url.split('?');
  const folder = new URLSearchParams(query).get('host');
  const port = new URLSearchParams(query).get('port') ?? '5432';
  if (folder) return { path: `${folder}/.s.PGSQL.${port}` };
  const { hostname, port: named } = new URL(head);
  return { host: hostname, port: Number(named) };
};

export const startTcpProxy = async (databaseUrl: string) => {
  const target = targetOf(databaseUrl);
  const state = { delay: 0, refusing: false, refusedName: '', isHolding: false, heldAnswers: 0 };
  const pairs = new Set<[Socket, Socket]>();

  const pass = (from: Socket, to: Socket, isAnswer: boolean) => {
    let last = 0;
    from.on('data', (chunk) => {
      // A connection names its application when it starts.
      if (!isAnswer && state.refusedName !== '' && chunk.includes(state.refusedName)) return from.destroy();
      if (isAnswer && state.isHolding) {
        state.heldAnswers += 1;
        return;
      }
      const now = performance.now();
      // Keep the order even when the delay changes.
      last = Math.max(now + state.delay, last > now ? last + 1 : 0);
      if (last <= now) to.write(chunk);
      else setTimeout(() => to.write(chunk), last - now);
    });
    from.on('error', () => {});
    from.once('close', () => to.destroy());
  };
  const server = createServer((near) => {
    // A connection can't be refused before it is accepted; one that closes immediately looks like a dying server.
    if (state.refusing) return near.destroy();
    const far = connect(target);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    near.once('close', () => pairs.delete(pair));
    pass(near, far, false);
    pass(far, near, true);
  });
  const port = await freePort();
  const open = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await open();

  const cut = () => {
    for (const sockets of pairs) for (const socket of sockets) socket.destroy();
  };
  const database = /\/([^/?]+)(\?|$)/.exec(databaseUrl)?.[1];
  return {
    url: `postgresql://tessera:tessera@127.0.0.1:${port}/${database}?sslmode=disable`,
    connections: () => pairs.size,
    /** Milliseconds added to all traffic. */
    delay: (milliseconds: number) => {
      state.delay = milliseconds;
    },
    /** Keeps the database's answers back during the work, which has to cut the connections that wait for one. */
    hold: async <T>(work: () => Promise<T>): Promise<T> => {
      Object.assign(state, { isHolding: true, heldAnswers: 0 });
      try {
        return await work();
      } finally {
        state.isHolding = false;
      }
    },
    heldAnswers: () => state.heldAnswers,
    /** Ends every connection; new ones are accepted. */
    cut,
    /** Ends every connection and accepts no new one: `closed` like a stopped server, `dropped` like a dying one. */
    refuse: async (how: 'closed' | 'dropped' = 'closed') => {
      state.refusing = true;
      cut();
      if (how === 'closed') await new Promise<void>((resolve) => server.close(() => resolve()));
    },
    /** Ends every connection and accepts none with this `application_name`. */
    refuseName: (name: string) => {
      state.refusedName = name;
      cut();
    },
    accept: async () => {
      Object.assign(state, { refusing: false, refusedName: '' });
      if (!server.listening) await open();
    },
    stop: async () => {
      cut();
      if (server.listening) await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
