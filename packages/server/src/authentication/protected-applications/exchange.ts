// One request to a protected application, and where it came from.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LogKey } from '@tessera/contract/audit-log-keys';
import type { Audit } from '../../infrastructure/audit/audit.ts';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import type { Visit } from '../../infrastructure/http/visit.ts';
import type { Services } from '../../services.ts';
import type { Site } from './sites.ts';

export type Exchange = {
  services: Services;
  request: IncomingMessage;
  response: ServerResponse;
  visit: Visit;
  site: Site;
  db: Database;
  /** The query of the request, without the question mark. */
  search: string;
};

export const isSafe = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';

/** Whether a browser opens a page, which may lead to the sign-in page. */
export const isNavigation = (request: IncomingMessage): boolean => {
  const { accept, 'sec-fetch-mode': mode } = request.headers;
  return isSafe(request) && (mode === undefined ? accept?.includes('text/html') === true : mode === 'navigate');
};

/**
 * Whether a cookie may speak for the user: the site itself asks, or the user follows a link. Hosts of other tenants are
 * the same site to a browser, so `SameSite` doesn't keep them away.
 */
export const isOwnRequest = (request: IncomingMessage, { base }: Site, isUpgrade: boolean): boolean => {
  const {
    origin,
    'sec-fetch-site': from,
    'sec-fetch-mode': mode,
    'sec-fetch-dest': into = 'document',
  } = request.headers;
  if (from === 'same-origin' || from === 'none') return true;
  // Not into a frame, where another site could have the user click on this one.
  if (from !== undefined) return isSafe(request) && mode === 'navigate' && into === 'document' && !isUpgrade;
  return (isSafe(request) && !isUpgrade) || origin === undefined || origin === base.origin;
};

export const record = (
  { services, visit, site }: Exchange,
  key: LogKey & `ProtectedApplication.${string}`,
  payload: Parameters<Audit['record']>[2],
) => {
  const { ip, userAgent } = visit;
  services.audit.record(site.tenantId, key, { ip, userAgent, applicationId: site.applicationId, ...payload });
};

/** To a URL of our own. */
export const redirect = (response: ServerResponse, url: string) => {
  response.writeHead(303, { Location: url, 'Cache-Control': 'no-store' }).end();
};
