// Disconnects clients that send only a trickle, but gives large files the time they need.
import type { IncomingMessage } from 'node:http';

/** `atLeast` this many bytes per interval, until the request is complete. */
export const cutOffSlow = (
  request: IncomingMessage,
  { every, atLeast }: { every: number; atLeast: number } = { every: 60_000, atLeast: 256 * 1024 },
): void => {
  const { headers, socket } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer);
    if (socket.bytesRead - before < atLeast) socket.destroy();
    before = socket.bytesRead;
  }, every);
  timer.unref();
  request.once('close', () => clearInterval(timer));
};
