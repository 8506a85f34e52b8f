// Where providers that answer with a form send people: the answer goes on in the address, so that the browser comes with
// its cookies, which it keeps back from what another site sends.
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { RequestError } from '../http/request-error.ts';
import { isStorable } from '../http/storable.ts';
import { visitOf } from '../http/visit.ts';
import type { Services } from '../services.ts';

// The address has to fit into the head of a request.
const longest = 8192;
const answer = z.record(z.string(), z.string());

const readAnswer = (body: unknown): URLSearchParams => {
  if (Buffer.isBuffer(body)) return new URLSearchParams(body.toString());
  const parsed = z.safeParse(answer, body);
  if (!parsed.success || !isStorable(parsed.data)) throw new RequestError('oidc.invalid_request');
  return new URLSearchParams(parsed.data);
};

export const registerProviderCallback = (app: FastifyInstance, services: Services) => {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.post<{ Params: { connectorId: string } }>('/tenant/callback/:connectorId', async (request, reply) => {
    const { place } = visitOf(request.raw);
    await services.tenants.require(place.tenantId);
    const query = readAnswer(request.body).toString();
    if (query.length === 0 || query.length > longest) throw new RequestError('oidc.invalid_request');
    const path = `/callback/${encodeURIComponent(request.params.connectorId)}`;
    return reply.redirect(`${services.addresses.at(place)}${path}?${query}`, 303);
  });
};
