// Public routes of SAML applications, for browsers and service providers.
import { identityProviderMetadata } from '@tessera/connectors/saml/identity-provider-metadata';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Services } from '../../services.ts';
import { contextOf, type SamlContext, showFailure } from '../saml-pages.ts';
import { findPublicly, signerOf } from './find.ts';
import { identityProviderOf } from './identity-provider.ts';
import { receiveLogout } from './logout.ts';
import { receiveCallback, receiveSignIn, startSignIn } from './sign-in.ts';

type Asked = FastifyRequest<{ Params: { id: string } }>;
type Exchange = { ctx: SamlContext; request: FastifyRequest; reply: FastifyReply };

/** The active certificate first, then those that may follow it. */
const certificatesOf = async (ctx: SamlContext, id: string): Promise<string[]> => {
  const { certificate: active } = await signerOf(ctx, id);
  const rows = await ctx.db
    .selectFrom('samlApplicationSecrets')
    .select('certificate')
    .where('applicationId', '=', id)
    .where('expiresAt', '>', sql<number>`now()`)
    .orderBy('createdAt', 'desc')
    .limit(10)
    .execute();
  return [...new Set([active, ...rows.map(({ certificate }) => certificate)])];
};

const sendMetadata = async ({ ctx, reply }: Exchange, id: string) => {
  const { nameIdFormat, signingCertificate } = await findPublicly(ctx, id);
  const xml = identityProviderMetadata({
    ...identityProviderOf(ctx.services.addresses.at(ctx.visit.destination), id),
    ...{ certificates: await certificatesOf(ctx, id), nameIdFormat, wantsSignedRequests: signingCertificate !== null },
  });
  return reply.header('Cache-Control', 'no-cache').type('text/xml; charset=utf-8').send(xml);
};

export const registerSamlApplicationRoutes = (app: FastifyInstance, services: Services) => {
  const page =
    (show: (exchange: Exchange, id: string) => Promise<unknown>) => async (request: Asked, reply: FastifyReply) => {
      try {
        return await show({ ctx: await contextOf(request, services), request, reply }, request.params.id);
      } catch (error) {
        return showFailure(request, reply, error);
      }
    };
  app.get('/tenant/api/saml-applications/:id/metadata', page(sendMetadata));
  app.get('/tenant/api/saml-applications/:id/callback', page(receiveCallback));
  for (const path of ['/tenant/api/saml/:id/authn', '/tenant/api/saml/:id/logout']) {
    const show = path.endsWith('authn') ? receiveSignIn : receiveLogout;
    app.get(path, page(show));
    app.post(path, page(show));
  }
  app.get('/tenant/api/saml/:id/start', page(startSignIn));
};
