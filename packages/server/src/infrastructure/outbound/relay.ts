// Relays requests and WebSockets to an origin, through the gate. The caller decides about the headers of both directions.
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createProxyServer } from 'httpxy';
import { createConnectionShares } from '../concurrency/connection-shares.ts';
import { createOriginPools, type SiteOrigin } from './origin-pools.ts';
import type { Outbound } from './outbound.ts';
import { OutboundError, type OutboundReason, toOutboundError } from './outbound-error.ts';
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

  const sendOnce = async (request: IncomingMessage, response: ServerResponse, relayed: Relayed, ended: AbortSignal) => {
    const proxy = createProxyServer();
    /** How far the client is with its request. */
    const progress = () => (request.complete ? 'complete' : request.socket.bytesRead);
    const state: { outgoing?: ClientRequest; isAnswered: boolean; before: ReturnType<typeof progress> } = {
      isAnswered: false,
      before: progress(),
    };
    const { promise: failed, reject } = Promise.withResolvers<never>();
    const fail = (reason: OutboundReason) => {
      const error = new OutboundError(reason);
      reject(error);
      state.outgoing?.destroy(error);
    };
    const limit = setTimeout(() => {
      const now = progress();
      // The origin is not to blame for a client that is still sending, unless it does not read either.
      const isOriginsTurn = request.complete || request.destroyed || request.isPaused();
      if (isOriginsTurn && now === state.before) return fail('timeout');
      state.before = now;
      limit.refresh();
    }, answerMs);
    ended.addEventListener('abort', () => fail('aborted'), { once: true });
    proxy.on('proxyReq', (outgoing) => {
      state.outgoing = outgoing;
      if (response.writableEnded || response.destroyed) return outgoing.destroy();
      // The library does not report an answer that switches the protocol without being asked.
      outgoing.once('close', () => {
        if (!state.isAnswered) fail('network');
      });
    });
    proxy.on('proxyRes', (answer) => {
      state.isAnswered = true;
      clearTimeout(limit);
      noteAnswer(relayed)(answer);
      answer.once('error', (cause) => {
        if (!response.destroyed) reject(toOutboundError(cause));
      });
    });
    const { origin: target } = relayed;
    const agent = hasOddBody(request) ? pools.single(relayed) : pools.shared(relayed);
    try {
      // The library can rewrite redirects, too, but throws out of reach if it can't parse one.
      await Promise.race([proxy.web(request, response, { target, changeOrigin: true, agent }), failed]);
    } catch (cause) {
      const error = toOutboundError(cause);
      // The headers of its answer could be sent already, or be mixed up with those of another one.
      if (state.isAnswered) response.destroy();
      // The origin may close a connection in the moment in which it is used again.
      return { error, isStale: error.reason === 'network' && state.outgoing?.reusedSocket === true };
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
      const ended = new AbortController();
      const end = () => {
        response.destroy();
        ended.abort();
      };
      const watched = { client: request.socket, isAnswered: () => response.headersSent, end };
      return withShare(relayed, watched, async () => {
        const first = await sendOnce(request, response, relayed, ended.signal);
        const isOver = !first || response.headersSent || response.destroyed;
        const isRepeated = !isOver && first.isStale && isRepeatable(request);
        const last = isRepeated ? await sendOnce(request, response, relayed, ended.signal) : first;
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
