// Headers that only concern one connection, and are never passed on to the next.
import type { IncomingHttpHeaders } from 'node:http';

const always = [
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Their names in a message, which may add to the usual ones. */
export const hopByHopNames = (headers: IncomingHttpHeaders): Set<string> => {
  const named = String(headers.connection ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    // Without its length, a body could be taken for the next message.
    .filter((name) => name !== 'content-length');
  return new Set([...always, ...named]);
};
