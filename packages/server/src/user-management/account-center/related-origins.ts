// The WebAuthn related origins document, which tells browsers where the tenant's passkeys may be used.
import type { FastifyInstance } from 'fastify';
import { visitOf } from '../../infrastructure/http/visit.ts';
import type { Services } from '../../services.ts';

export const registerRelatedOrigins = (
  app: FastifyInstance,
  services: Pick<Services, 'accountCenters' | 'tenants'>,
) => {
  app.get('/tenant/.well-known/webauthn', async (request) => {
    const { tenantId } = visitOf(request.raw).destination;
    await services.tenants.require(tenantId);
    const { webauthnRelatedOrigins } = await services.accountCenters.of(tenantId);
    return {
      origins: webauthnRelatedOrigins.filter((origin) => URL.canParse(origin) && !origin.startsWith('android:')),
    };
  });
};
