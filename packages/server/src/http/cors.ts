// Which other origins may call our APIs from a browser: the console's, when it has one of its own. The account API is
// for the pages of any application, and takes tokens alone: no cookie ever goes with such a call.
import { api } from '@tessera/contract/api';
import type { Resource } from '@tessera/contract/kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../services.ts';
import { RequestError } from './request-error.ts';

const accountPaths = new Set(
  (Object.values(api) as Resource[])
    .filter(({ access }) => access === 'account')
    .flatMap(({ operations }) => Object.values(operations).map(({ path }) => path.split('/')[1] ?? '')),
);
const isAccountApi = (url: string) => {
  const [, first = ''] = /^\/tenant\/api\/([\w-]+)/.exec(url) ?? [];
  return accountPaths.has(first);
};

const allow = ({ addresses }: Services, request: FastifyRequest, reply: FastifyReply): boolean => {
  const { origin } = request.headers;
  if (isAccountApi(request.url)) {
    reply.header('Access-Control-Allow-Origin', '*').header('Access-Control-Expose-Headers', '*');
    return true;
  }
  reply.header('Vary', 'Origin');
  if (!origin || !addresses.isConsoleOrigin(origin)) return false;
  reply.header('Access-Control-Allow-Origin', origin).header('Access-Control-Expose-Headers', '*');
  return true;
};
const isApi = (url: string) => /^\/(tenant|cloud)\/(api|me)(\/|$|\?)/.test(url);

export const allowOrigins = (app: FastifyInstance, services: Services) => {
  app.addHook('onRequest', async (request, reply) => {
    if (isApi(request.url)) allow(services, request, reply);
  });
};

export const answerPreflight = (app: FastifyInstance, services: Services) => {
  app.options('/*', async (request, reply) => {
    if (!isApi(request.url) || !allow(services, request, reply)) throw new RequestError('request.not_found');
    return reply
      .header('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE')
      .header(
        'Access-Control-Allow-Headers',
        `Authorization, Content-Type, Accept-Language, If-Match, ${services.wire.verificationIdHeader}`,
      )
      .header('Access-Control-Max-Age', '3600')
      .code(204)
      .send();
  });
};
