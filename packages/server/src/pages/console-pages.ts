// The console: one page for all its addresses, and the way to it.
import type { FastifyInstance } from 'fastify';
import { adminTenant } from '../http/place.ts';
import { visitOf } from '../http/visit.ts';
import type { Services } from '../services.ts';

const hasUsers = async ({ databases }: Services): Promise<boolean> =>
  (await databases.of(adminTenant).selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;

export const registerConsolePages = (app: FastifyInstance, services: Services) => {
  const isOpenSource = services.settings.edition === 'oss';
  const { consoleBase } = services.addresses;
  const welcome = `${consoleBase}/welcome`;

  app.get('/console/*', async (request, reply) => {
    const { path } = visitOf(request.raw).place;
    if (isOpenSource && (path === '/' || path === consoleBase || path === welcome)) {
      // Before there is anybody, the console has nothing to show but the way to become its first administrator.
      const target = (await hasUsers(services)) ? consoleBase : welcome;
      if (path !== target) return reply.redirect(target, 302);
    }
    const { html, headers } = services.pages.console();
    return reply.headers(headers).send(html);
  });
};
