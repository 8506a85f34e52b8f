// Everything that is served behind the front door: every API operation of the contract, the pages, the assets.
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { registerApplicationTestRoutes } from './authentication/application-tests/routes.ts';
import { registerSamlApplicationRoutes } from './authentication/saml-applications/routes.ts';
import { registerSamlRoutes } from './authentication/sso-connectors/saml-routes.ts';
import { admissions } from './authorization/access/admissions.ts';
import { registerDocsPages } from './developer-tools/docs/docs-pages.ts';
import { followers } from './features.ts';
import { type Gate, register } from './infrastructure/http/gate.ts';
import { createRouter } from './infrastructure/http/router.ts';
import { distOf } from './platform/pages/assets.ts';
import { registerConsolePages } from './platform/pages/console-pages.ts';
import { registerProviderCallback } from './platform/pages/provider-callback.ts';
import { registerTenantPages } from './platform/pages/tenant-pages.ts';
import { checkQuota } from './platform/quotas/check-quota.ts';
import { allServed } from './registry.gen.ts';
import type { Services } from './services.ts';
import { registerRelatedOrigins } from './user-management/account-center/related-origins.ts';
import { isScimPath, scimProblem } from './user-management/scim/problem.ts';
import { registerAssetPages } from './user-management/user-assets/user-assets.ts';

const registerAssets = async (app: FastifyInstance, { wire }: Pick<Services, 'wire'>) => {
  const served = [
    ['console', '/assets/console-assets/', ''],
    ['sign-in', '/assets/sign-in-assets/', ''],
    ['docs', '/assets/docs-assets/', 'assets'],
  ] as const;
  for (const [index, [name, prefix, folder]] of served.entries()) {
    await app.register(fastifyStatic, {
      root: join(distOf(name), folder),
      prefix,
      decorateReply: index === 0,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      // Clients never revalidate an immutable file, so it needs no headers for that.
      etag: false,
      lastModified: false,
      acceptRanges: false,
      index: false,
      // Browsers and proxies keep the file, so the ID would be that of an earlier request.
      setHeaders: ({ raw }) => raw.removeHeader(wire.requestIdHeader),
      // Pages are rendered by the server, never sent as static files.
      allowedPath: (path) => !path.endsWith('.html'),
    });
  }
};

export const createApp = async (services: Services): Promise<FastifyInstance> => {
  const app = createRouter(services, [{ isUsedAt: isScimPath, format: scimProblem }]);
  const gate: Gate<Services> = { services, admissions, checkQuota, followers };
  await registerAssets(app, services);
  for (const served of allServed) register(app, gate, served);
  registerAssetPages(app, services);
  registerRelatedOrigins(app, services);
  registerProviderCallback(app, services);
  registerSamlRoutes(app, services);
  registerSamlApplicationRoutes(app, services);
  registerApplicationTestRoutes(app, services);
  registerTenantPages(app, services);
  registerConsolePages(app, services);
  registerDocsPages(app, services);
  await app.ready();
  return app;
};
