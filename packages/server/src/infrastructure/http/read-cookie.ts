// Reads one cookie of a request.
import type { IncomingMessage } from 'node:http';

/** Undefined if it is missing or not decodable. */
export const readCookie = ({ headers }: IncomingMessage, name: string): string | undefined => {
  const pair = headers.cookie?.split(/; */).find((item) => item.startsWith(`${name}=`));
  try {
    return pair && decodeURIComponent(pair.slice(name.length + 1));
  } catch {
    return undefined;
  }
};
