// Who sends a request to a protected application, and whether that is still true while its answer is in progress.
import { OverloadError } from '../../infrastructure/concurrency/overload-error.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import type { Visit } from '../../infrastructure/http/visit.ts';
import type { Services } from '../../services.ts';
import { gatewayCookie } from './cookies.ts';
import { type Exchange, isOwnRequest } from './exchange.ts';
import type { Site } from './sites.ts';

/** `identity`: tells the origin who is signed in. `needsSignIn`: the user is not, but has to be. */
export type Caller = { cookie: string; identity: string | undefined; needsSignIn: boolean };

export const findSite = async (services: Services, { destination }: Visit): Promise<Site> => {
  const { tenantId, site: asked } = destination;
  const site = asked && (await services.sites.find(tenantId, asked));
  if (!site) throw new RequestError('gateway.site_not_found');
  await services.tenants.require(tenantId);
  return site;
};

/** In doubt, a page needs a sign-in. */
const isProtected = async ({ rules }: Site, path: string): Promise<boolean> => {
  try {
    return await rules(path);
  } catch (error) {
    if (error instanceof OverloadError) return true;
    throw error;
  }
};

export const callerOf = async (exchange: Exchange, isUpgrade: boolean): Promise<Caller> => {
  const { request, services, site, visit } = exchange;
  const cookie = gatewayCookie(request, site, services.wire, 'gatewayCookie') ?? '';
  const counts = cookie !== '' && isOwnRequest(request, site, isUpgrade);
  const session = counts ? await services.gatewaySessions(site, cookie) : undefined;
  const identity = session && (await services.identities(site, session));
  // Rules do not matter to users who are signed in, so slow ones do not lock them out.
  const needsSignIn = identity === undefined && (await isProtected(site, visit.destination.path));
  return { cookie, identity, needsSignIn };
};

/** Repeats the checks of the request. Rejects if they are not possible. */
export const isStillAllowed = async ({ services, site, visit }: Exchange, { cookie, identity }: Caller) => {
  try {
    const current = await findSite(services, visit);
    const owner = await services.domains.ownerOf(site.host);
    if (current.origin.href !== site.origin.href || owner?.applicationId !== site.applicationId) return false;
    if (identity === undefined) return !(await current.rules(visit.destination.path));
    return (await services.gatewaySessions(current, cookie)) !== undefined;
  } catch (error) {
    if (error instanceof RequestError && error.status < 500) return false;
    throw error;
  }
};
