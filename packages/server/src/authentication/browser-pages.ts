// What routes outside of the gate have in common: browsers navigate to them, and get pages.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { escapeHtml, plainPage } from '../infrastructure/http/plain-page.ts';
import { RequestError } from '../infrastructure/http/request-error.ts';
import { visitOf } from '../infrastructure/http/visit.ts';
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

/** A browser gets a page with the code of the error. */
export const showFailure = (
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  what: 'sign_in' | 'sign_out' | 'test' = 'sign_in',
) => {
  if (!(error instanceof RequestError) || error.status === 429 || error.status >= 500 || !isNavigation(request)) {
    throw error;
  }
  const body = `<p><code>${escapeHtml(error.code)}</code></p>`;
  const page = plainPage(visitOf(request.raw), { title: `${what}_failed`, text: `${what}_failed_text`, body });
  return sendPage(reply, page, error.status);
};
