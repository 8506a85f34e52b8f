// The router behind the front door: every API operation of the contract, the pages, the assets.
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyInstance } from 'fastify';
import { registerRelatedOrigins } from '../account-center/related-origins.ts';
import { distOf } from '../pages/assets.ts';
import { registerConsolePages } from '../pages/console-pages.ts';
import { registerProviderCallback } from '../pages/provider-callback.ts';
import { registerTenantPages } from '../pages/tenant-pages.ts';
import { allServed } from '../registry.ts';
import type { Services } from '../services.ts';
import { registerAssetPages } from '../user-assets/user-assets.ts';
import { allowOrigins, answerPreflight } from './cors.ts';
import { problemOf } from './problems.ts';
import { RequestError } from './request-error.ts';
import { register } from './serve.ts';
import { shrinkAnswers } from './shrink-answers.ts';
import { visitOf } from './visit.ts';

const bodyLimit = 1024 * 1024;

/** What comes in and goes out is described by the contract; the router's own way to do it is not even loaded. */
const noSchemas = () => {
  throw new Error('The router has no schemas.');
};

const registerAssets = async (app: FastifyInstance) => {
  const served = [
    ['console', '/assets/console-assets/'],
    ['sign-in', '/assets/sign-in-assets/'],
  ] as const;
  for (const [index, [name, prefix]] of served.entries()) {
    await app.register(fastifyStatic, {
      root: distOf(name),
      prefix,
      decorateReply: index === 0,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      index: false,
      // Pages are filled in by the server, never sent as they lie there.
      allowedPath: (path) => !path.endsWith('.html'),
    });
  }
};

export const createApp = async (services: Services): Promise<FastifyInstance> => {
  const app = fastify({
    bodyLimit,
    logger: false,
    exposeHeadRoutes: true,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: 300 },
  });
  app.removeContentTypeParser('text/plain');
  // A write without a body may still name the type it would have had.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    app.getDefaultJsonParser('error', 'error')(request, body as string, done);
  });

  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.setErrorHandler((error, request, reply) => {
    const visit = visitOf(request.raw);
    const log = () => services.log.child({ requestId: visit.requestId, tenantId: visit.place.tenantId });
    const { status, headers, body } = problemOf(
      error,
      { languages: visit.languages, accept: request.headers.accept },
      log,
    );
    return reply.code(status).headers(headers).send(body);
  });
  app.setNotFoundHandler(() => {
    throw new RequestError('request.not_found');
  });
  shrinkAnswers(app);
  allowOrigins(app, services);
  answerPreflight(app, services);
  await registerAssets(app);
  for (const served of allServed) register(app, services, served);
  registerAssetPages(app, services);
  registerRelatedOrigins(app, services);
  registerProviderCallback(app, services);
  registerTenantPages(app, services);
  registerConsolePages(app, services);
  await app.ready();
  return app;
};
