// User routes.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { layoutRoute } from '../../app/branches.tsx';
import { createCreationRoute, createFirstTabRoute, createListRoute } from '../../app/entity-routes.ts';
import { parseLogSearch } from '../../developer-tools/audit-logs/log-search.ts';
import { logsQuery } from '../../developer-tools/audit-logs/query.ts';
import { parseListSearch } from '../../kit/list-search.ts';
import {
  factorsQuery,
  identitiesQuery,
  sessionsQuery,
  socialIdentityQuery,
  ssoIdentityQuery,
  tokensQuery,
  userQuery,
  usersQuery,
} from './query.ts';
import { parseSecuritySearch } from './security-search.ts';
import { parseUserSearch } from './user-search.ts';

/** User pages use the phrases of roles and applications. */
const phrases = ['users', 'roles', 'applications'] as const;

const listRoute = createListRoute({
  path: '/users',
  parseSearch: parseUserSearch,
  phrases: [...phrases, 'user-bulk-actions'],
  prefetch: ({ api, queryClient }, search) => void queryClient.prefetchQuery(usersQuery(api, search)),
  component: lazyRouteComponent(() => import('./list.tsx'), 'UserList'),
});

const creationRoute = createCreationRoute(
  listRoute,
  lazyRouteComponent(() => import('./creation.tsx'), 'Creation'),
);

const userRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/users/$id',
  beforeLoad: ({ context: { texts } }) => texts.open(...phrases),
  loader: ({ context: { api, queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(userQuery(api, id));
  },
  component: lazyRouteComponent(() => import('./details.tsx'), 'UserDetailsPage'),
});

const firstTabRoute = createFirstTabRoute(userRoute, '/settings');

const settingsRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings.tsx'), 'UserSettings'),
});

const securityRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/security',
  validateSearch: parseSecuritySearch,
  beforeLoad: ({ context: { texts } }) => texts.open('security', 'consent'),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, params: { id }, deps }) => {
    void queryClient.prefetchQuery(factorsQuery(api, id));
    void queryClient.prefetchQuery(sessionsQuery(api, id, deps.sessions));
    void queryClient.prefetchQuery(tokensQuery(api, id));
    void queryClient.prefetchQuery(identitiesQuery(api, id));
  },
  component: lazyRouteComponent(() => import('./security.tsx'), 'UserSecurity'),
});

const rolesRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/roles',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(() => import('./roles.tsx'), 'UserRoles'),
});

const organizationsRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/organizations',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(() => import('./organizations.tsx'), 'UserOrganizations'),
});

const logsRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/logs',
  validateSearch: parseLogSearch,
  beforeLoad: ({ context: { texts } }) => texts.open('audit-logs'),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, params: { id }, deps }) =>
    void queryClient.prefetchQuery(logsQuery(api, 'events', { ...deps, userId: id })),
  component: lazyRouteComponent(() => import('../../developer-tools/audit-logs/user-logs.tsx'), 'UserLogs'),
});

const socialIdentityRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/users/$id/social-identities/$target',
  beforeLoad: ({ context: { texts } }) => texts.open(...phrases),
  loader: ({ context: { api, queryClient }, params: { id, target } }) => {
    void queryClient.prefetchQuery(socialIdentityQuery(api, id, target));
  },
  component: lazyRouteComponent(() => import('./social-identity.tsx'), 'SocialIdentity'),
});

const ssoIdentityRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/users/$id/sso-identities/$connectorId',
  beforeLoad: ({ context: { texts } }) => texts.open(...phrases),
  loader: ({ context: { api, queryClient }, params: { id, connectorId } }) => {
    void queryClient.prefetchQuery(ssoIdentityQuery(api, id, connectorId));
  },
  component: lazyRouteComponent(() => import('./sso-identity.tsx'), 'SsoIdentity'),
});

export const userRoutes = [
  listRoute.addChildren([creationRoute]),
  userRoute.addChildren([firstTabRoute, settingsRoute, securityRoute, rolesRoute, logsRoute, organizationsRoute]),
  socialIdentityRoute,
  ssoIdentityRoute,
] as const;
