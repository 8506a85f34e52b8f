// Pages of the SAML service provider: the assertion consumer service, the form for identity providers with the POST
// binding only, and the metadata of each connector, at the URL that is its entity ID.
import { inflateRawSync } from 'node:zlib';
import { serviceProviderMetadata } from '@tessera/connectors/saml/service-provider-metadata';
import { readSamlDocument } from '@tessera/connectors/sso/saml-document';
import type { SsoDocument } from '@tessera/connectors/sso/sso-provider';
import { ssoProvider } from '@tessera/connectors/sso/sso-providers';
import { isSsoTestState, ssoTestStatePrefix } from '@tessera/contract/connector-test-state';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml, plainPage } from '../../infrastructure/http/plain-page.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { visitOf } from '../../infrastructure/http/visit.ts';
import type { Services } from '../../services.ts';
import { type AcsContext, type Received, receiveOfTest, receiveResponse } from './assertion-consumer.ts';
import { storedDocument } from './documents.ts';
import { connectTo, findSsoConnector, serviceProviderOf } from './find.ts';
import { serviceProviderKey } from './saml-keys.ts';

type Asked = FastifyRequest<{ Params: { connectorId: string } }>;

const mostRequestBytes = 65_536;

const contextOf = async (request: FastifyRequest, services: Services): Promise<AcsContext> => {
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

const sendPage = (reply: FastifyReply, { html, headers }: ReturnType<typeof plainPage>, status = 200) =>
  reply
    .code(status)
    .headers({ ...headers, 'Cache-Control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(html);

const isNavigation = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') === true;

/** The page that ends every connection test. */
const testPage = ({ services, visit }: AcsContext, connectorId: string) => {
  const query = new URLSearchParams({ state: ssoTestStatePrefix, received: 'true' });
  return `${services.addresses.at(visit.destination)}/callback/${encodeURIComponent(connectorId)}?${query}`;
};

const receive = async (request: Asked, reply: FastifyReply, services: Services) => {
  const ctx = await contextOf(request, services);
  const form = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString() : '');
  const response = form.get('SAMLResponse');
  if (!response) throw new RequestError('oidc.invalid_request');
  const { connectorId } = request.params;
  const relayState = form.get('RelayState');
  const isOfTest = isSsoTestState(relayState) && (await receiveOfTest(ctx, connectorId, response, relayState));
  const { location, cookie }: Received = isOfTest
    ? { location: testPage(ctx, connectorId) }
    : await receiveResponse(ctx, connectorId, response);
  if (cookie) reply.header('set-cookie', cookie);
  return reply.header('Cache-Control', 'no-store').redirect(location, 303);
};

/** A browser gets a page with the code of the error. */
const whenFailed = (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
  if (!(error instanceof RequestError) || error.status === 429 || error.status >= 500 || !isNavigation(request)) {
    throw error;
  }
  const body = `<p><code>${escapeHtml(error.code)}</code></p>`;
  const page = plainPage(visitOf(request.raw), { title: 'sign_in_failed', text: 'sign_in_failed_text', body });
  return sendPage(reply, page, error.status);
};

const inflate = (text: string): Buffer => {
  try {
    return inflateRawSync(Buffer.from(text, 'base64url'), { maxOutputLength: mostRequestBytes });
  } catch {
    throw new RequestError('oidc.invalid_request');
  }
};

const sendForm = async (request: Asked, reply: FastifyReply, services: Services) => {
  const ctx = await contextOf(request, services);
  const { SAMLRequest, RelayState = '' } = request.query as Record<string, unknown>;
  if (typeof SAMLRequest !== 'string' || typeof RelayState !== 'string') throw new RequestError('oidc.invalid_request');
  const found = await findSsoConnector(ctx, request.params.connectorId);
  const { connection } = await connectTo(ctx, found);
  const document = readSamlDocument(connection.document);
  if (document?.binding !== 'post') throw new RequestError('connector.unexpected_type');
  const field = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
  const fields = field('SAMLRequest', inflate(SAMLRequest).toString('base64')) + field('RelayState', RelayState);
  const body = `<form id="saml" method="post" action="${escapeHtml(document.signInEndpoint)}">${fields}</form>`;
  return sendPage(reply, plainPage(ctx.visit, { title: 'leaving', body, submit: 'saml' }));
};

/** Also before the connector is configured, since the identity provider may need it first. */
const sendMetadata = async (request: Asked, reply: FastifyReply, services: Services) => {
  const ctx = await contextOf(request, services);
  const { connectorId } = request.params;
  const row = await ctx.db
    .selectFrom('ssoConnectors')
    .select('providerName')
    .where('id', '=', connectorId)
    .executeTakeFirst();
  if (!row || ssoProvider(row.providerName)?.type !== 'saml') throw notFound(connectorId);
  const stored = await storedDocument(ctx.db, connectorId);
  const { certificate } = await serviceProviderKey(ctx, connectorId);
  const xml = serviceProviderMetadata({
    ...serviceProviderOf(ctx, connectorId),
    certificates: [certificate],
    signsRequests:
      readSamlDocument((stored?.document ?? undefined) as SsoDocument | undefined)?.wantsSignedRequests ?? false,
  });
  return reply.header('Cache-Control', 'no-cache').type('application/samlmetadata+xml').send(xml);
};

export const registerSamlRoutes = (app: FastifyInstance, services: Services) => {
  app.post('/tenant/api/authn/single-sign-on/saml/:connectorId', (request: Asked, reply) =>
    receive(request, reply, services).catch((error: unknown) => whenFailed(request, reply, error)),
  );
  app.get('/tenant/api/authn/single-sign-on/saml/:connectorId/request', (request: Asked, reply) =>
    sendForm(request, reply, services),
  );
  app.get('/tenant/enterprise-sso/:connectorId', (request: Asked, reply) => sendMetadata(request, reply, services));
};
