// Pages of the SAML service provider: the assertion consumer service, the form for identity providers with the POST
// binding only, and the metadata of each connector, at the URL that is its entity ID.
import { inflateRawSync } from 'node:zlib';
import { serviceProviderMetadata } from '@tessera/connectors/saml/service-provider-metadata';
import { readSamlDocument } from '@tessera/connectors/sso/saml-document';
import { ssoProvider } from '@tessera/connectors/sso/sso-providers';
import { isSsoTestState, ssoTestStatePrefix } from '@tessera/contract/connector-test-state';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import type { Services } from '../../services.ts';
import { contextOf, showFailure } from '../browser-pages.ts';
import { sendForm } from '../saml-pages.ts';
import { type AcsContext, type Received, receiveOfTest, receiveResponse } from './assertion-consumer.ts';
import { copyFor, storedDocument } from './documents.ts';
import { connectTo, findSsoConnector, serviceProviderOf } from './find.ts';
import { serviceProviderKey } from './saml-keys.ts';
import { usable } from './usable.ts';

type Asked = FastifyRequest<{ Params: { connectorId: string } }>;

const mostRequestBytes = 65_536;

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

const inflate = (text: string): Buffer => {
  try {
    return inflateRawSync(Buffer.from(text, 'base64url'), { maxOutputLength: mostRequestBytes });
  } catch {
    throw new RequestError('oidc.invalid_request');
  }
};

const sendRequest = async (request: Asked, reply: FastifyReply, services: Services) => {
  const ctx = await contextOf(request, services);
  const { SAMLRequest, RelayState = '' } = request.query as Record<string, unknown>;
  if (typeof SAMLRequest !== 'string' || typeof RelayState !== 'string') throw new RequestError('oidc.invalid_request');
  const { connectorId } = request.params;
  const { samlFailureLimit } = services;
  const limited = `${ctx.tenantId}/${connectorId}`;
  // A provider that can't be reached is asked again by each request.
  await samlFailureLimit.spend(limited, ctx.visit.ip);
  const { connection } = await connectTo(ctx, await findSsoConnector(ctx, connectorId));
  await samlFailureLimit.refund(limited, ctx.visit.ip);
  const document = readSamlDocument(connection.document);
  if (document?.binding !== 'post') throw new RequestError('connector.unexpected_type');
  const fields = { SAMLRequest: inflate(SAMLRequest).toString('base64'), RelayState };
  return sendForm(reply, ctx, 'leaving', { url: document.signInEndpoint, fields });
};

/** Also before the connector is configured, since the identity provider may need it first. */
const sendMetadata = async (request: Asked, reply: FastifyReply, services: Services) => {
  const ctx = await contextOf(request, services);
  const { connectorId } = request.params;
  const row = await ctx.db.selectFrom('ssoConnectors').selectAll().where('id', '=', connectorId).executeTakeFirst();
  if (!row || ssoProvider(row.providerName)?.type !== 'saml') throw notFound(connectorId);
  const found = usable(row);
  const document = found && readSamlDocument(copyFor(found, await storedDocument(ctx.db, connectorId)));
  const { certificate } = await serviceProviderKey(ctx, connectorId);
  const xml = serviceProviderMetadata({
    ...serviceProviderOf(ctx, connectorId),
    certificates: [certificate],
    signsRequests: document?.wantsSignedRequests ?? false,
  });
  return reply.header('Cache-Control', 'no-cache').type('application/samlmetadata+xml').send(xml);
};

export const registerSamlRoutes = (app: FastifyInstance, services: Services) => {
  app.post('/tenant/api/authn/single-sign-on/saml/:connectorId', (request: Asked, reply) =>
    receive(request, reply, services).catch((error: unknown) => showFailure({ request, reply, services }, error)),
  );
  app.get('/tenant/api/authn/single-sign-on/saml/:connectorId/request', (request: Asked, reply) =>
    sendRequest(request, reply, services),
  );
  app.get('/tenant/enterprise-sso/:connectorId', (request: Asked, reply) => sendMetadata(request, reply, services));
};
