// All pages. A feature exports its routes; this is the one line it has here.
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { applicationRoutes } from '../applications/routes.tsx';
import { auditLogRoutes } from '../audit-logs/routes.tsx';
import { customJwtRoutes } from '../custom-jwt/routes.tsx';
import { dashboardRoutes } from '../dashboard/routes.tsx';
import { getStartedRoutes } from '../get-started/routes.tsx';
import { guideRoutes } from '../guides/routes.tsx';
import { PageLoader } from '../kit/loader.tsx';
import { mailboxRoutes } from '../mailbox/routes.tsx';
import { mfaRoutes } from '../mfa/routes.tsx';
import { organizationTemplateRoutes } from '../organization-template/routes.tsx';
import { organizationRoutes } from '../organizations/routes.tsx';
import { profileRoutes } from '../profile/routes.tsx';
import { resourceRoutes } from '../resources/routes.tsx';
import { roleRoutes } from '../roles/routes.tsx';
import { securityRoutes } from '../security/routes.tsx';
import { signInExperienceRoutes } from '../sign-in-experience/routes.tsx';
import { signingKeyRoutes } from '../signing-keys/routes.tsx';
import { homeRoute } from '../tenants/routes.tsx';
import { userImportRoutes } from '../user-import/routes.tsx';
import { userRoutes } from '../users/routes.tsx';
import { webhookRoutes } from '../webhooks/routes.tsx';
import { welcomeRoute } from '../welcome/routes.tsx';
import { layoutRoute, rootRoute, signedInRoute, unknownRoute } from './branches.tsx';
import { callbackRoute } from './callback.ts';
import { importErrorRoute } from './import-error.ts';
import { landingRoutes } from './landing.ts';
import type { Services } from './services.tsx';

const routeTree = rootRoute.addChildren([
  callbackRoute,
  welcomeRoute,
  ...landingRoutes,
  importErrorRoute,
  signedInRoute.addChildren([
    profileRoutes,
    layoutRoute.addChildren([
      homeRoute,
      ...getStartedRoutes,
      ...dashboardRoutes,
      ...applicationRoutes,
      ...guideRoutes,
      ...signInExperienceRoutes,
      ...mfaRoutes,
      ...securityRoutes,
      ...resourceRoutes,
      ...roleRoutes,
      ...organizationTemplateRoutes,
      ...organizationRoutes,
      ...userImportRoutes,
      ...userRoutes,
      ...signingKeyRoutes,
      ...customJwtRoutes,
      ...webhookRoutes,
      ...auditLogRoutes,
      ...mailboxRoutes,
      unknownRoute,
    ]),
  ]),
]);

const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

const stringifySearch = (search: Record<string, unknown>) => {
  const entries = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
};

export const createConsoleRouter = (services: Services, history: RouterHistory) =>
  createRouter({
    routeTree,
    history,
    context: services,
    basepath: services.settings.basePath,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingComponent: PageLoader,
    defaultPendingMs: 500,
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
