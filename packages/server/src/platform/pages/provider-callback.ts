// The URLs for form posts of providers: they redirect with the response in the URL, so that the browser sends its
// SameSite cookies, which it withholds from cross-site posts.
import { deflateRawSync } from 'node:zlib';
import { mostResponseText } from '@tessera/connectors/saml/limits';
import { isStorable } from '@tessera/contract/storable';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { visitOf } from '../../infrastructure/http/visit.ts';
import type { Services } from '../../services.ts';

// The URL has to fit into a request header.
const longest = 8192;
const answer = z.record(z.string(), z.string());

const readAnswer = (body: unknown): URLSearchParams => {
  if (Buffer.isBuffer(body)) return new URLSearchParams(body.toString());
  const parsed = z.safeParse(answer, body);
  if (!parsed.success || !isStorable(parsed.data)) throw new RequestError('oidc.invalid_request');
  return new URLSearchParams(parsed.data);
};

/** SAML responses are too long for a URL unless compressed. */
const readSamlResponse = (body: unknown): URLSearchParams => {
  const form = readAnswer(body);
  const [response, relayState] = [form.get('SAMLResponse'), form.get('RelayState')];
  if (!response || !relayState) throw new RequestError('oidc.invalid_request');
  if (response.length > mostResponseText) throw new RequestError('request.payload_too_large');
  const compressed = deflateRawSync(Buffer.from(response, 'base64')).toString('base64url');
  return new URLSearchParams({ state: relayState, SAMLResponse: compressed });
};

export const registerProviderCallback = (app: FastifyInstance, services: Pick<Services, 'addresses' | 'tenants'>) => {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  type Posted = FastifyRequest<{ Params: { connectorId: string } }>;
  const passOn = async (request: Posted, reply: FastifyReply, read: (body: unknown) => URLSearchParams) => {
    const { destination } = visitOf(request.raw);
    await services.tenants.require(destination.tenantId);
    const query = read(request.body).toString();
    if (query.length === 0 || query.length > longest) throw new RequestError('oidc.invalid_request');
    const path = `/callback/${encodeURIComponent(request.params.connectorId)}`;
    return reply.redirect(`${services.addresses.at(destination)}${path}?${query}`, 303);
  };
  app.post('/tenant/callback/:connectorId', (request: Posted, reply) => passOn(request, reply, readAnswer));
  app.post('/tenant/api/authn/saml/:connectorId', (request: Posted, reply) => passOn(request, reply, readSamlResponse));
};
