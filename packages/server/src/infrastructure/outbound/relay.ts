// Relays requests and WebSockets to an origin, through the gate. The caller decides about the headers of both directions.
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createProxyServer, type ProxyServerOptions } from 'httpxy';
import { createConnectionShares } from '../concurrency/connection-shares.ts';
import { createOriginPools, type SiteOrigin } from './origin-pools.ts';
import type { Outbound } from './outbound.ts';
import { OutboundError, toOutboundError } from './outbound-error.ts';
import { watchTransfer } from './watch-transfer.ts';
import { relayWebSocket, type Upgrading } from './web-socket.ts';

export type Relayed = SiteOrigin & {
  /** The network of the client. */
  client: string;
  /** Changes the headers of the answer. It must not throw. */
  onAnswer: (answer: IncomingMessage) => void;
  /** Whether an answer or a WebSocket in progress is still allowed. */
  mayGoOn: () => Promise<boolean>;
};
export type Relay = ReturnType<typeof createRelay>;
type Limits = { answerMs: number; connections: number };

type Attempt = {
  outgoing: ClientRequest | undefined;
  isAnswered: boolean;
  fail: (error: OutboundError) => void;
  receive: (answer: IncomingMessage) => void;
};
/** The current attempt of a request, which ends with it. */
type Watch = { attempt?: Attempt };

const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** Whether it can be sent again: it changes nothing, and has no body that was consumed. */
const isRepeatable = (request: IncomingMessage) =>
  (request.method === 'GET' || request.method === 'HEAD') && !hasBody(request);

/** Some servers ignore the body of such a request, and take it for the next one on the connection. */
const hasOddBody = (request: IncomingMessage) =>
  hasBody(request) && !['POST', 'PUT', 'PATCH'].includes(request.method ?? '');

const isOrdinary = (status = 0) => status >= 200 && status <= 599;

export const createRelay = ({ connect }: Pick<Outbound, 'connect'>, { answerMs, connections }: Limits) => {
  const pools = createOriginPools(connect, connections);
  const shares = createConnectionShares(connections);

  const noteAnswer =
    ({ onAnswer }: Relayed) =>
    (answer: IncomingMessage) => {
      onAnswer(answer);
      // An answer with another status, or with control characters in its reason, could not be passed on.
      if (!isOrdinary(answer.statusCode)) answer.statusCode = 502;
      delete answer.statusMessage;
    };

  // One for all requests. Each attempt is an option, because the library passes those on to its events.
  const proxy = createProxyServer();
  proxy.on('proxyReq', (outgoing, _request, response, options) => {
    const { attempt } = options as ProxyServerOptions & { attempt: Attempt };
    attempt.outgoing = outgoing;
    if (response.writableEnded || response.destroyed) return outgoing.destroy();
    // The library does not report an answer that switches the protocol without being asked.
    outgoing.once('close', () => {
      if (!attempt.isAnswered) attempt.fail(new OutboundError('network'));
    });
    // Before the library passes the answer on.
    outgoing.prependOnceListener('response', attempt.receive);
  });

  const sendOnce = async (request: IncomingMessage, response: ServerResponse, relayed: Relayed, watch: Watch) => {
    /** How far the client is with its request. */
    const progress = () => (request.complete ? 'complete' : request.socket.bytesRead);
    let before = progress();
    const { promise: failed, reject } = Promise.withResolvers<never>();
    const limit = setTimeout(() => {
      const now = progress();
      // The origin is not to blame for a client that is still sending, unless it does not read either.
      const isOriginsTurn = request.complete || request.destroyed || request.isPaused();
      if (isOriginsTurn && now === before) return attempt.fail(new OutboundError('timeout'));
      before = now;
      limit.refresh();
    }, answerMs);
    const attempt: Attempt = {
      outgoing: undefined,
      isAnswered: false,
      fail: (error) => {
        reject(error);
        attempt.outgoing?.destroy(error);
      },
      receive: (answer) => {
        attempt.isAnswered = true;
        clearTimeout(limit);
        noteAnswer(relayed)(answer);
        answer.once('error', (cause) => {
          if (!response.destroyed) reject(toOutboundError(cause));
        });
      },
    };
    watch.attempt = attempt;
    const agent = hasOddBody(request) ? pools.single(relayed) : pools.shared(relayed);
    // The library can rewrite redirects, too, but throws out of reach if it can't parse one.
    const options = { target: relayed.origin, changeOrigin: true, agent, attempt };
    try {
      await Promise.race([proxy.web(request, response, options), failed]);
    } catch (cause) {
      const error = toOutboundError(cause);
      // The headers of its answer could be sent already, or be mixed up with those of another one.
      if (attempt.isAnswered) response.destroy();
      // The origin may close a connection in the moment in which it is used again.
      return { error, isStale: error.reason === 'network' && attempt.outgoing?.reusedSocket === true };
    } finally {
      clearTimeout(limit);
    }
    return undefined;
  };

  /** Runs the work with a connection of the tenant's share, and watches it. */
  const withShare = async (
    { tenantId, client: network, mayGoOn }: Relayed,
    watched: { client: Socket; isAnswered: () => boolean; end: () => void },
    work: () => Promise<void>,
  ) => {
    // It may have left during the checks of its request. Nothing would tell about that any more.
    if (watched.client.destroyed) throw new OutboundError('aborted');
    const giveBack = shares.take(tenantId, network);
    if (!giveBack) throw new OutboundError('busy');
    const stopWatching = watchTransfer({ ...watched, mayGoOn });
    try {
      await work();
    } finally {
      stopWatching();
      giveBack();
    }
  };

  return {
    /** Rejects with an `OutboundError` if the origin fails, before its answer or in the middle of it. */
    send: (request: IncomingMessage, response: ServerResponse, relayed: Relayed): Promise<void> => {
      const watch: Watch = {};
      const end = () => {
        response.destroy();
        watch.attempt?.fail(new OutboundError('aborted'));
      };
      const watched = { client: request.socket, isAnswered: () => response.headersSent, end };
      return withShare(relayed, watched, async () => {
        const first = await sendOnce(request, response, relayed, watch);
        const isOver = !first || response.headersSent || response.destroyed;
        const isRepeated = !isOver && first.isStale && isRepeatable(request);
        const last = isRepeated ? await sendOnce(request, response, relayed, watch) : first;
        if (last) throw last.error;
      });
    },

    /** Like `send`. Resolves when the WebSocket has ended. */
    upgrade: (upgrading: Upgrading, relayed: Relayed): Promise<void> => {
      const { socket: client } = upgrading;
      const { origin } = relayed;
      return withShare(relayed, { client, isAnswered: () => true, end: () => client.destroy() }, () =>
        relayWebSocket(upgrading, { origin, agent: pools.single(relayed), answerMs, onAnswer: noteAnswer(relayed) }),
      );
    },
  };
};
