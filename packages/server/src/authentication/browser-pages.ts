// What routes outside of the gate have in common: browsers navigate to them, and get pages.
import { errorMessage } from '@tessera/phrases/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { escapeHtml, plainPage } from '../infrastructure/http/plain-page.ts';
import { RequestError } from '../infrastructure/http/request-error.ts';
import { type Visit, visitOf } from '../infrastructure/http/visit.ts';
import type { Services } from '../services.ts';

export type BrowserContext = Pick<Context, 'audit' | 'db' | 'log' | 'services' | 'tenantId' | 'visit'>;

export const contextOf = async (request: FastifyRequest, services: Services): Promise<BrowserContext> => {
  const visit = visitOf(request.raw);
  const { tenantId } = visit.destination;
  await services.tenants.require(tenantId);
  return {
    ...{ services, tenantId, visit, db: services.databases.of(tenantId) },
    log: services.log.child({ requestId: visit.requestId, tenantId }),
    audit: (key, payload) =>
      services.audit.record(tenantId, key, { ip: visit.ip, userAgent: visit.userAgent, ...payload }),
  };
};

export const sendPage = (reply: FastifyReply, { html, headers }: ReturnType<typeof plainPage>, status = 200) =>
  reply
    .code(status)
    .headers({ ...headers, 'Cache-Control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(html);

const isNavigation = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') === true;

/** The contact of the tenant, where it has set one. Nothing that it writes is in a page of a shared origin. */
const contactOf = async (
  { addresses, tenants, signInExperiences }: Services,
  destination: Visit['destination'],
): Promise<string | undefined> => {
  const { tenantId } = destination;
  if (!addresses.isOwnOrigin(destination) || !(await tenants.find(tenantId))) return undefined;
  const { supportEmail, supportWebsiteUrl } = await signInExperiences.of(tenantId);
  if (supportEmail) return `mailto:${supportEmail}`;
  return supportWebsiteUrl && /^https?:/i.test(supportWebsiteUrl) ? supportWebsiteUrl : undefined;
};

/** A browser gets a page with what went wrong, what to do, the code of the error and a contact. */
export const showFailure = async (
  { request, reply, services }: { request: FastifyRequest; reply: FastifyReply; services: Services },
  error: unknown,
  what: 'sign_in' | 'sign_out' | 'test' = 'sign_in',
) => {
  if (!(error instanceof RequestError) || error.status === 429 || error.status >= 500 || !isNavigation(request)) {
    throw error;
  }
  const visit = visitOf(request.raw);
  const contact = await contactOf(services, visit.destination);
  const message = errorMessage(error.code, visit.languages, error.extras.values);
  const page = plainPage(visit, {
    title: `${what}_failed`,
    body: (say) =>
      `<p>${escapeHtml(message)}</p><p>${say(`${what}_failed_text`)} <code dir="ltr">${escapeHtml(error.code)}</code></p>` +
      (contact ? `<a href="${escapeHtml(contact)}">${say('contact_support')}</a>` : ''),
  });
  return sendPage(reply, page, error.status);
};
