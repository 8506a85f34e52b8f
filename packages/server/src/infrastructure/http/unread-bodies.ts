// Reads the rest of a body whose request was answered early, such as a refused upload. Node does so only for bodies that
// no handler has begun to read. Others stay in the connection, and the next request on it would wait behind them until
// the client is cut off.
import type { IncomingMessage, ServerResponse } from 'node:http';

export const discardRest = (request: IncomingMessage, response: ServerResponse): void => {
  response.once('finish', () => {
    if (!request.complete && !request.destroyed) request.resume();
  });
};
