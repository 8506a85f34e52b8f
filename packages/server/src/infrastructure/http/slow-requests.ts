// Disconnects clients that send only a trickle, but gives large files and streams the time they need. A body that holds a
// slot while it arrives has a deadline instead.
import type { IncomingMessage } from 'node:http';
import { RequestError } from './request-error.ts';
import { findVisit } from './visit.ts';

/** Bytes in so many intervals, until the request is complete. */
type Pace = { intervals: number; bytes: number };
type Limits = { every: number; own: Pace; site: Pace };

const defaults: Limits = {
  every: 60_000,
  own: { intervals: 1, bytes: 256 * 1024 },
  // Its body may be a stream, but each holds a connection to the origin.
  site: { intervals: 5, bytes: 64 * 1024 },
};

const deadlineMs = 60_000;
const withDeadline = new WeakSet<IncomingMessage>();

/** Ends `read` after a minute. What is left of the body has a pace again. */
export const readInTime = async <T>(
  request: IncomingMessage,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), deadlineMs);
  withDeadline.add(request);
  try {
    return await read(deadline.signal);
  } catch (error) {
    throw deadline.signal.aborted ? new RequestError('request.too_slow') : error;
  } finally {
    clearTimeout(timer);
    withDeadline.delete(request);
  }
};

const isForSite = (request: IncomingMessage) => findVisit(request)?.destination.surface === 'protected';

export const cutOffSlow = (request: IncomingMessage, { every, own, site }: Limits = defaults): void => {
  const { headers, socket } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  const state = { read: socket.bytesRead, intervals: 0 };
  const isTooSlow = () => {
    const pace = isForSite(request) ? site : own;
    // A paused request waits for the site, not for its client.
    const isWaiting = (pace === site && request.isPaused()) || withDeadline.has(request);
    state.intervals += 1;
    if (state.intervals < pace.intervals && !isWaiting) return false;
    const received = socket.bytesRead - state.read;
    Object.assign(state, { read: socket.bytesRead, intervals: 0 });
    return received < pace.bytes && !isWaiting;
  };
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer);
    if (isTooSlow()) socket.destroy();
  }, every);
  timer.unref();
  request.once('close', () => clearInterval(timer));
};
