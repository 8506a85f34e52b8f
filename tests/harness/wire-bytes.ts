// Raw bytes over a socket, for requests that violate the protocol.
import { connect } from 'node:net';

export type WireAnswer = { status: number; text: string };

/** Returns the first status, or 0 if the connection was closed without one. */
export const sendBytes = (port: number, bytes: string | Uint8Array, patience = 30_000): Promise<WireAnswer> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const end = () => {
      socket.destroy();
      resolve({ status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1] ?? 0), text });
    };
    socket.setTimeout(patience, end);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      // Stop after the header, since a kept-alive connection would use up the timeout.
      if (text.includes('\r\n\r\n')) end();
    });
    socket.on('error', end);
    socket.on('close', end);
    socket.write(bytes);
  });

export const requestLines = (
  port: number,
  { method = 'GET', path = '/api/status', headers = [] as string[], body = '' },
) => [`${method} ${path} HTTP/1.1`, `Host: localhost:${port}`, ...headers, 'Connection: close', '', body].join('\r\n');
