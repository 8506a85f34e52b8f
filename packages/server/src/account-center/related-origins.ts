// Tells browsers which other pages may use passkeys made for this tenant, at the address where they ask for it.
import type { FastifyInstance } from 'fastify';
import { visitOf } from '../http/visit.ts';
import type { Services } from '../services.ts';

export const registerRelatedOrigins = (app: FastifyInstance, services: Services) => {
  app.get('/tenant/.well-known/webauthn', async (request) => {
    const { tenantId } = visitOf(request.raw).place;
    await services.tenants.require(tenantId);
    const { webauthnRelatedOrigins } = await services.accountCenters.of(tenantId);
    return {
      origins: webauthnRelatedOrigins.filter((origin) => URL.canParse(origin) && !origin.startsWith('android:')),
    };
  });
};
