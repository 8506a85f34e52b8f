// Ends answers and WebSockets that must not go on. Each keeps two connections open, and outlives the checks of its
// request: once a minute they are repeated, and a client that hardly reads is disconnected.
import type { Socket } from 'node:net';

export type Transfer = {
  client: Socket;
  /** Silence counts from here on. Before, the origin has its own time limit. */
  isAnswered: () => boolean;
  /** Repeats the checks of the request. */
  mayGoOn: () => Promise<boolean>;
  end: () => void;
};

type Limits = {
  everyMs: number;
  /** Streams of events and WebSockets may be silent for a while. */
  silentTicks: number;
  /** A client that has not caught up for so long must have read that many bytes in the meantime. */
  slow: { ticks: number; bytes: number };
  /** How often in a row a check may fail or remain without a result. */
  failedChecks: number;
};

const defaults: Limits = {
  everyMs: 60_000,
  silentTicks: 10,
  // A system lets us write again once a third of its buffer is free, which is more than a slow client reads in a minute.
  slow: { ticks: 5, bytes: 1024 * 1024 },
  failedChecks: 3,
};

/** Watches until the returned function is called. */
export const watchTransfer = (
  { client, isAnswered, mayGoOn, end }: Transfer,
  { everyMs, silentTicks, slow, failedChecks }: Limits = defaults,
): (() => void) => {
  // What is written but not sent counts as written, too.
  const sent = () => client.bytesWritten - client.writableLength;
  const state = { moved: sent() + client.bytesRead, silent: 0, behind: 0, sentBefore: sent(), unanswered: 0 };

  const isSilent = (): boolean => {
    const moved = sent() + client.bytesRead;
    state.silent = moved === state.moved && isAnswered() ? state.silent + 1 : 0;
    state.moved = moved;
    return state.silent >= silentTicks;
  };

  const isSlow = (): boolean => {
    state.behind = client.writableLength > 0 ? state.behind + 1 : 0;
    const isOver = state.behind === 0 || state.behind >= slow.ticks;
    const isTooLittle = state.behind >= slow.ticks && sent() - state.sentBefore < slow.bytes;
    if (isOver) Object.assign(state, { behind: 0, sentBefore: sent() });
    return isTooLittle;
  };

  const check = async () => {
    state.unanswered += 1;
    if (state.unanswered > failedChecks) return end();
    if (!(await mayGoOn())) return end();
    state.unanswered = 0;
  };

  const timer = setInterval(() => {
    if (isSilent() || isSlow()) return end();
    // One that fails has no result either.
    check().catch(() => {});
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
};
