// The router behind the front door: body parsing, error responses and CORS.

import type { Wire } from '@tessera/contract/wire';
import fastify, { type FastifyInstance } from 'fastify';
import type { Addresses } from '../../addresses.ts';
import type { Log } from '../../log.ts';
import { allowOrigins, answerPreflight } from './cors.ts';
import { type Problem, problemOf } from './problems.ts';
import { RequestError } from './request-error.ts';
import { shrinkAnswers } from './shrink-answers.ts';
import { visitOf } from './visit.ts';

type Services = { addresses: Addresses; log: Log; wire: Wire };

const bodyLimit = 1024 * 1024;

/** The contract validates input and output; the router's own schema support is not loaded. */
const noSchemas = () => {
  throw new Error('The router has no schemas.');
};

/** Parts of the API with their own error format. */
type ProblemFormat = { isUsedAt: (path: string) => boolean; format: (problem: Problem) => Problem };

export const createRouter = (services: Services, formats: readonly ProblemFormat[] = []): FastifyInstance => {
  const app = fastify({
    bodyLimit,
    logger: false,
    // The front door passes HEAD requests on as GET.
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: 300 },
  });
  app.removeContentTypeParser('text/plain');
  // A write without a body may still have a content type.
  app.addContentTypeParser(
    ['application/json', 'application/scim+json'],
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') return done(null, undefined);
      app.getDefaultJsonParser('error', 'error')(request, body as string, done);
    },
  );

  app.setErrorHandler((error, request, reply) => {
    const visit = visitOf(request.raw);
    const log = () => services.log.child({ requestId: visit.requestId, tenantId: visit.destination.tenantId });
    const problem = problemOf(
      error,
      {
        languages: visit.languages,
        accept: request.headers.accept,
        isAdministrator: visit.access === 'management',
      },
      log,
    );
    const format = formats.find(({ isUsedAt }) => isUsedAt(visit.destination.path))?.format;
    const { status, headers, body } = format?.(problem) ?? problem;
    return reply.code(status).headers(headers).send(body);
  });
  app.setNotFoundHandler(() => {
    throw new RequestError('request.not_found');
  });
  shrinkAnswers(app);
  allowOrigins(app, services);
  answerPreflight(app, services);
  return app;
};
