// Requests that do not come to their end: who brings no more than a trickle is cut off, and who brings a large file may
// take as long as that takes.
import type { IncomingMessage } from 'node:http';

/** `atLeast` so many bytes in every so many milliseconds, until the request is complete. */
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
