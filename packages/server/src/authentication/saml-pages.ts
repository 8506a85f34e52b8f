// What the SAML routes of browsers have in common: they are outside of the gate, and answer with pages.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { escapeHtml, plainPage } from '../infrastructure/http/plain-page.ts';
import { RequestError } from '../infrastructure/http/request-error.ts';
import { visitOf } from '../infrastructure/http/visit.ts';
import type { Services } from '../services.ts';

export type SamlContext = Pick<Context, 'audit' | 'db' | 'log' | 'services' | 'tenantId' | 'visit'>;

export const contextOf = async (request: FastifyRequest, services: Services): Promise<SamlContext> => {
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

/** A page that posts the fields to the URL at once. */
export const sendForm = (
  reply: FastifyReply,
  { visit }: SamlContext,
  title: 'leaving' | 'returning' | 'signing_out',
  { url, fields }: { url: string; fields: Record<string, string> },
) => {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  const body = `<form id="saml" method="post" action="${escapeHtml(url)}">${inputs.join('')}</form>`;
  return sendPage(reply, plainPage(visit, { title, body, submit: 'saml' }));
};

const isNavigation = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') === true;

/** A browser gets a page with the code of the error. */
export const showFailure = (
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  what: 'sign_in' | 'sign_out' = 'sign_in',
) => {
  if (!(error instanceof RequestError) || error.status === 429 || error.status >= 500 || !isNavigation(request)) {
    throw error;
  }
  const body = `<p><code>${escapeHtml(error.code)}</code></p>`;
  const page = plainPage(visitOf(request.raw), { title: `${what}_failed`, text: `${what}_failed_text`, body });
  return sendPage(reply, page, error.status);
};
