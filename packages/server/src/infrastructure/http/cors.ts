// CORS of the APIs: allowed for the console, if it has a separate origin. The account API is open to the pages of any
// application and accepts only tokens, never cookies.
import { api } from '@tessera/contract/api';
import type { Resource } from '@tessera/contract/kit';
import type { Wire } from '@tessera/contract/wire';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Addresses } from '../../addresses.ts';
import { RequestError } from './request-error.ts';

type Services = { addresses: Addresses; wire: Wire };

const accountPaths = new Set(
  (Object.values(api) as Resource[])
    .filter(({ access }) => access === 'account')
    .flatMap(({ operations }) => Object.values(operations).map(({ path }) => path.split('/')[1] ?? '')),
);
const isAccountApi = (url: string) => {
  const [, first = ''] = /^\/tenant\/api\/([\w-]+)/.exec(url) ?? [];
  return accountPaths.has(first);
};

const allow = ({ addresses }: Pick<Services, 'addresses'>, request: FastifyRequest, reply: FastifyReply): boolean => {
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
  app.addHook('onRequest', (request, reply, done) => {
    if (isApi(request.url)) allow(services, request, reply);
    done();
  });
};

export const answerPreflight = (app: FastifyInstance, services: Services) => {
  app.options('/*', async (request, reply) => {
    if (!isApi(request.url) || !allow(services, request, reply)) throw new RequestError('request.not_found');
    return reply
      .header('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE')
      .header(
        'Access-Control-Allow-Headers',
        `Authorization, Content-Type, Accept-Language, If-Match, Prefer, ${services.wire.verificationIdHeader}`,
      )
      .header('Access-Control-Max-Age', '3600')
      .code(204)
      .send();
  });
};
