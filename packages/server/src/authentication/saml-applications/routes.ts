// Public routes of SAML applications, for browsers and service providers.
import { identityProviderMetadata } from '@tessera/connectors/saml/identity-provider-metadata';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Services } from '../../services.ts';
import type { SamlContext } from '../saml-pages.ts';
import { type Exchange, limitedRoute } from './exchange.ts';
import { findPublicly, signerOf } from './find.ts';
import { identityProviderOf } from './identity-provider.ts';
import { receiveLogout } from './logout.ts';
import { hasSingleLogout } from './requests.ts';
import { receiveCallback, receiveSignIn, startSignIn } from './sign-in.ts';

/** The active certificate first, then those that may follow it. */
const certificatesOf = async (ctx: SamlContext, id: string): Promise<string[]> => {
  const { certificate: active } = await signerOf(ctx, id);
  const rows = await ctx.db
    .selectFrom('samlApplicationSecrets')
    .select('certificate')
    .where('applicationId', '=', id)
    .where('expiresAt', '>', sql<number>`now()`)
    .orderBy('createdAt', 'desc')
    .execute();
  return [...new Set([active, ...rows.map(({ certificate }) => certificate)])];
};

const sendMetadata = async ({ ctx, reply }: Exchange, id: string) => {
  const application = await findPublicly(ctx, id);
  const { nameIdFormat, signingCertificate } = application;
  const wantsSignedRequests = signingCertificate !== null && application.wantsSignedRequests;
  const { logoutUrl, ...provider } = identityProviderOf(ctx.services.addresses.at(ctx.visit.destination), id);
  const xml = identityProviderMetadata({
    ...{ ...provider, logoutUrl: hasSingleLogout(application) ? logoutUrl : undefined },
    ...{ certificates: await certificatesOf(ctx, id), nameIdFormat, wantsSignedRequests },
  });
  return reply.header('Cache-Control', 'no-cache').type('text/xml; charset=utf-8').send(xml);
};

export const registerSamlApplicationRoutes = (app: FastifyInstance, services: Services) => {
  const signIn = limitedRoute(services, 'SamlApplication.AuthnRequest', receiveSignIn);
  const start = limitedRoute(services, 'SamlApplication.AuthnRequest', startSignIn);
  const callback = limitedRoute(services, 'SamlApplication.Callback', receiveCallback);
  const logout = limitedRoute(services, 'SamlApplication.Logout', receiveLogout);
  const metadata = limitedRoute(services, 'SamlApplication.AuthnRequest', sendMetadata);
  app.get('/tenant/api/saml-applications/:id/metadata', metadata);
  app.get('/tenant/api/saml-applications/:id/callback', callback);
  app.get('/tenant/api/saml/:id/start', start);
  app.get('/tenant/api/saml/:id/authn', signIn);
  app.post('/tenant/api/saml/:id/authn', signIn);
  app.get('/tenant/api/saml/:id/logout', logout);
  app.post('/tenant/api/saml/:id/logout', logout);
};
