// Disconnects clients that send only a trickle, but gives large files and streams the time they need.
import type { IncomingMessage } from 'node:http';
import { findVisit } from './visit.ts';

type Limits = {
  every: number;
  /** Bytes per interval, until the request is complete. */
  atLeast: number;
  /** Intervals without any bytes that a stream to a site may have. */
  silent: number;
};

/** A site decides for itself how fast its clients have to be. */
const isForSite = (request: IncomingMessage) => findVisit(request)?.destination.surface === 'protected';

export const cutOffSlow = (
  request: IncomingMessage,
  { every, atLeast, silent }: Limits = { every: 60_000, atLeast: 256 * 1024, silent: 10 },
): void => {
  const { headers, socket } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  const state = { read: socket.bytesRead, silent: 0 };
  const isTooSlow = () => {
    const received = socket.bytesRead - state.read;
    state.read = socket.bytesRead;
    if (!isForSite(request)) return received < atLeast;
    // A paused request waits for the site, not for its client.
    state.silent = received === 0 && !request.isPaused() ? state.silent + 1 : 0;
    return state.silent >= silent;
  };
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer);
    if (isTooSlow()) socket.destroy();
  }, every);
  timer.unref();
  request.once('close', () => clearInterval(timer));
};
