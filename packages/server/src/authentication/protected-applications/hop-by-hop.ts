// Headers that only concern one connection, and are never passed on to the next.
import type { IncomingHttpHeaders } from 'node:http';

const always = new Set([
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
]);
const addsNothing = /^(?:keep-alive|close)?$/i;

/** Tells for the headers of a message, which may add to the usual ones. */
export const isHopByHop = ({ connection = '' }: IncomingHttpHeaders): ((name: string) => boolean) => {
  if (addsNothing.test(connection)) return (name) => always.has(name);
  // Without its length, a body could be taken for the next message.
  const named = connection.split(',').map((name) => name.trim().toLowerCase());
  return (name) => always.has(name) || (name !== 'content-length' && named.includes(name));
};
