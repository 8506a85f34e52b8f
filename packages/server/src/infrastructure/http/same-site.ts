// Requests authenticated by a cookie must come from our own pages. The cookies are already SameSite=Lax; this also
// covers applications on sibling hosts.
import type { IncomingMessage } from 'node:http';
import { RequestError } from './request-error.ts';

export const refuseCrossSite = ({ method, headers }: IncomingMessage, base: string) => {
  if (method === 'GET' || method === 'HEAD') return;
  const site = headers['sec-fetch-site'];
  const foreignSite = site !== undefined && site !== 'same-origin';
  const foreignOrigin = headers.origin !== undefined && headers.origin !== new URL(base).origin;
  if (foreignSite || foreignOrigin) throw new RequestError('auth.forbidden');
};
