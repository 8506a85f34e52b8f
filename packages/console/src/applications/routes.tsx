// The pages of applications.
import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import { layoutRoute } from '../app/branches.tsx';
import { parseLogSearch } from '../audit-logs/log-search.ts';
import { logsQuery } from '../audit-logs/query.ts';
import { parseGuideSearch } from '../guides/guide-search.ts';
import { parseListSearch } from '../kit/list-search.ts';
import {
  applicationQuery,
  applicationsQuery,
  discoveryQuery,
  organizationsOfQuery,
  secretsQuery,
  thirdPartyQuery,
} from './query.ts';

export const applicationListRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/applications',
  validateSearch: parseListSearch,
  beforeLoad: ({ context: { settings, texts } }) => {
    if (settings.tenantId === '') throw notFound();
    return Promise.all([texts.open('applications'), texts.open('guides')]);
  },
  loaderDeps: ({ search }) => search,
  // Asked for while the page itself is still on its way; the page shows what comes of it.
  loader: ({ context: { api, queryClient }, deps, location }) => {
    const ownership = location.pathname.endsWith('/third-party-applications') ? 'third-party' : 'own';
    void queryClient.prefetchQuery(applicationsQuery(api, deps, ownership));
    void queryClient.prefetchQuery({ ...thirdPartyQuery(api), meta: { silent: true } });
  },
  component: lazyRouteComponent(() => import('./list.tsx'), 'ApplicationList'),
});

const thirdPartyRoute = createRoute({
  getParentRoute: () => applicationListRoute,
  path: '/third-party-applications',
});

const creationRoute = createRoute({
  getParentRoute: () => applicationListRoute,
  path: '/create',
  beforeLoad: async ({ context: { texts } }) => {
    // A machine gets its roles on the way.
    await Promise.all([texts.open('guides'), texts.open('roles')]);
  },
  component: lazyRouteComponent(() => import('./creation.tsx'), 'Creation'),
});

export const applicationRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/applications/$id',
  validateSearch: parseGuideSearch,
  beforeLoad: ({ context: { texts }, search: { guide } }) =>
    Promise.all([texts.open('applications'), ...(guide === undefined ? [] : [texts.open('guides')])]),
  loader: ({ context: { api, queryClient, settings }, params: { id } }) => {
    void queryClient.prefetchQuery(applicationQuery(api, id));
    void queryClient.prefetchQuery(secretsQuery(api, id));
    void queryClient.prefetchQuery(discoveryQuery(settings.tenantEndpoint));
  },
  component: lazyRouteComponent(() => import('./details.tsx'), 'ApplicationDetails'),
});

const firstTabRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/applications/$id/settings', params, search: true, replace: true });
  },
});

const settingsRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings.tsx'), 'ApplicationSettings'),
});

const permissionsRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/permissions',
  beforeLoad: ({ context: { texts } }) => texts.open('consent'),
  component: lazyRouteComponent(() => import('../consent/permissions.tsx'), 'Permissions'),
});

const brandingRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/branding',
  beforeLoad: ({ context: { texts } }) => Promise.all([texts.open('consent'), texts.open('look')]),
  component: lazyRouteComponent(() => import('./branding.tsx'), 'ApplicationBranding'),
});

const rolesRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/roles',
  validateSearch: parseListSearch,
  beforeLoad: ({ context: { texts } }) => texts.open('roles'),
  component: lazyRouteComponent(() => import('./roles.tsx'), 'ApplicationRoles'),
});

const organizationsRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/organizations',
  validateSearch: parseListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, params: { id }, deps }) =>
    void queryClient.prefetchQuery(organizationsOfQuery(api, id, deps)),
  component: lazyRouteComponent(() => import('./organizations.tsx'), 'ApplicationOrganizations'),
});

const logsRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/logs',
  validateSearch: parseLogSearch,
  beforeLoad: ({ context: { texts } }) => Promise.all([texts.open('audit-logs'), texts.open('users')]),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, params: { id }, deps }) =>
    void queryClient.prefetchQuery(logsQuery(api, 'events', { ...deps, applicationId: id })),
  component: lazyRouteComponent(() => import('../audit-logs/application-logs.tsx'), 'ApplicationLogs'),
});

export const applicationRoutes = [
  applicationListRoute.addChildren([thirdPartyRoute, creationRoute]),
  applicationRoute.addChildren([
    firstTabRoute,
    settingsRoute,
    rolesRoute,
    permissionsRoute,
    logsRoute,
    organizationsRoute,
    brandingRoute,
  ]),
] as const;
