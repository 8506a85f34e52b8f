// Application routes.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { layoutRoute } from '../../app/branches.tsx';
import { createFirstTabRoute, createListRoute } from '../../app/entity-routes.ts';
import { parseLogSearch } from '../../developer-tools/audit-logs/log-search.ts';
import { logsQuery } from '../../developer-tools/audit-logs/query.ts';
import { parseListSearch } from '../../kit/list-search.ts';
import { parseGuideSearch } from '../guides/guide-search.ts';
import { healthQuery } from './health/query.ts';
import {
  applicationQuery,
  applicationsQuery,
  discoveryQuery,
  organizationsOfQuery,
  secretsQuery,
  thirdPartyQuery,
} from './query.ts';

const applicationListRoute = createListRoute({
  path: '/applications',
  parseSearch: parseListSearch,
  phrases: ['applications', 'guides'],
  prefetch: ({ api, queryClient }, search, pathname) => {
    const ownership = pathname.endsWith('/third-party-applications') ? 'third-party' : 'own';
    void queryClient.prefetchQuery(applicationsQuery(api, search, ownership));
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
    // Machine-to-machine applications choose roles during creation.
    await Promise.all([texts.open('guides'), texts.open('roles')]);
  },
  component: lazyRouteComponent(() => import('./creation.tsx'), 'Creation'),
});

const registrationRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/applications/self-registration',
  beforeLoad: ({ context: { texts } }) => Promise.all([texts.open('applications'), texts.open('consent')]),
  component: lazyRouteComponent(() => import('../consent/registration.tsx'), 'Registration'),
});

const applicationRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/applications/$id',
  validateSearch: parseGuideSearch,
  beforeLoad: ({ context: { texts } }) =>
    Promise.all([texts.open('applications'), texts.open('application-health'), texts.open('guides')]),
  loader: ({ context: { api, queryClient, settings }, params: { id } }) => {
    void queryClient.prefetchQuery(applicationQuery(api, id));
    void queryClient.prefetchQuery(secretsQuery(api, id));
    void queryClient.prefetchQuery(healthQuery(api, id));
    void queryClient.prefetchQuery(discoveryQuery(settings.tenantEndpoint));
  },
  component: lazyRouteComponent(() => import('./details.tsx'), 'ApplicationDetails'),
});

const firstTabRoute = createFirstTabRoute(applicationRoute, '/settings');

const settingsRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings.tsx'), 'ApplicationSettings'),
});

const attributeMappingRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/attribute-mapping',
  component: lazyRouteComponent(() => import('./saml/attribute-mapping.tsx'), 'SamlAttributeMapping'),
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

const tryItRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/try-it',
  beforeLoad: ({ context: { texts } }) => texts.open('application-tests'),
  component: lazyRouteComponent(() => import('./try-it/try-it.tsx'), 'TryIt'),
});

const healthRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/health',
  component: lazyRouteComponent(() => import('./health/health.tsx'), 'ApplicationHealthPage'),
});

const logsRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/logs',
  validateSearch: parseLogSearch,
  beforeLoad: ({ context: { texts } }) => Promise.all([texts.open('audit-logs'), texts.open('users')]),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, params: { id }, deps }) =>
    void queryClient.prefetchQuery(logsQuery(api, 'events', { ...deps, applicationId: id })),
  component: lazyRouteComponent(
    () => import('../../developer-tools/audit-logs/application-logs.tsx'),
    'ApplicationLogs',
  ),
});

export const applicationRoutes = [
  applicationListRoute.addChildren([thirdPartyRoute, creationRoute]),
  registrationRoute,
  applicationRoute.addChildren([
    firstTabRoute,
    settingsRoute,
    attributeMappingRoute,
    rolesRoute,
    permissionsRoute,
    tryItRoute,
    healthRoute,
    logsRoute,
    organizationsRoute,
    brandingRoute,
  ]),
] as const;
