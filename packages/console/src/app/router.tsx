// The router. It begins with the routes of the first screen; all others are loaded when one of them is needed.
import { createRoute, createRouter, type RouterHistory, redirect } from '@tanstack/react-router';
import { PageLoader } from '../kit/loader.tsx';
import { getStartedRoutes } from '../platform/get-started/routes.tsx';
import { homeRoute } from '../platform/tenants/routes.tsx';
import { welcomeRoute } from '../platform/welcome/routes.tsx';
import { layoutRoute, rootRoute, signedInRoute } from './branches.tsx';
import { callbackRoute } from './callback.ts';
import type { routeTree } from './feature-routes.ts';
import type { Services } from './services.tsx';

/** Any other location: loads its route and matches again. */
const otherRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: async ({ context: { openFeatures }, location: { pathname, hash } }) => {
    await openFeatures();
    throw redirect({ to: pathname as string, search: true, hash, state: true, replace: true });
  },
});

const firstTree: unknown = rootRoute.addChildren([
  callbackRoute,
  welcomeRoute,
  signedInRoute.addChildren([layoutRoute.addChildren([homeRoute, ...getStartedRoutes])]),
  otherRoute,
]);

/**
 * Any other value means the first page. Dropped here because the router keeps values that a page's parser leaves out.
 */
const isLaterPage = (value: string) => /^\d{1,8}$/.test(value) && Number(value) > 1;

const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries([...new URLSearchParams(search)].filter(([name, value]) => name !== 'page' || isLaterPage(value)));

const stringifySearch = (search: Record<string, unknown>) => {
  const entries = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
};

const loadFeatures = () => import('./feature-routes.ts');

/** Loads all routes if the page does not begin with the first screen; a failure is reported by the route itself. */
export const loadRoutesFor = async (pathname: string): Promise<void> => {
  const isFirst = /(^|\/(console|get-started|callback|welcome))\/?$/.test(pathname);
  if (!isFirst) await loadFeatures().catch(() => undefined);
};

export const createConsoleRouter = (services: Services, history: RouterHistory) => {
  const openFeatures = async (): Promise<void> => {
    await loadFeatures();
    const tree = router.buildRouteTree();
    // The location that waits for its route is shown by this one until then, as a loader if that takes long.
    tree.routesById[otherRoute.id as keyof typeof tree.routesById] ??= otherRoute as never;
    router.setRoutes(tree);
  };
  const router = createRouter({
    routeTree: firstTree as typeof routeTree,
    history,
    context: { ...services, openFeatures },
    basepath: services.settings.basePath,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingComponent: PageLoader,
    defaultPendingMs: 500,
    scrollRestoration: true,
  });
  return router;
};

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
