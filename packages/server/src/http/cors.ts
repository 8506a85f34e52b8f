// Which other origins may call our APIs from a browser: the console's, when it has one of its own.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../services.ts';
import { RequestError } from './request-error.ts';

const allow = ({ addresses }: Services, request: FastifyRequest, reply: FastifyReply): boolean => {
  const { origin } = request.headers;
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
      .header('Access-Control-Allow-Headers', 'Authorization, Content-Type, Accept-Language, If-Match')
      .header('Access-Control-Max-Age', '3600')
      .code(204)
      .send();
  });
};
