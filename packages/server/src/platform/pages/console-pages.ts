// The console: one page for all its URLs, and redirects to it.
import type { FastifyInstance } from 'fastify';
import { adminTenant } from '../../infrastructure/http/resolve-request.ts';
import { visitOf } from '../../infrastructure/http/visit.ts';
import type { Services } from '../../services.ts';

const hasUsers = async ({ databases }: Pick<Services, 'databases'>): Promise<boolean> =>
  (await databases.of(adminTenant).selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;

export const registerConsolePages = (
  app: FastifyInstance,
  services: Pick<Services, 'addresses' | 'databases' | 'pages' | 'settings'>,
) => {
  const { hasFirstRun } = services.settings.capabilities;
  const { consoleBase } = services.addresses;
  const welcome = `${consoleBase}/welcome`;

  app.get('/console/*', async (request, reply) => {
    const { path } = visitOf(request.raw).destination;
    if (hasFirstRun && (path === '/' || path === consoleBase || path === welcome)) {
      // Without users, the console only shows the welcome page for its first administrator.
      const target = (await hasUsers(services)) ? consoleBase : welcome;
      if (path !== target) return reply.redirect(target, 302);
    }
    const { html, headers } = services.pages.console();
    return reply.headers(headers).send(html);
  });
};
