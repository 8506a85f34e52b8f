// The pages of users.
import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import { layoutRoute } from '../app/branches.tsx';
import type { Texts } from '../app/language.ts';
import { parseLogSearch } from '../audit-logs/log-search.ts';
import { logsQuery } from '../audit-logs/query.ts';
import { parseListSearch } from '../kit/list-search.ts';
import { identitiesQuery, socialIdentityQuery, ssoIdentityQuery, userQuery, usersQuery } from './query.ts';

/** Users have roles, and came with an application. */
const openTexts = ({ texts }: { texts: Texts }) => texts.open('users', 'roles', 'applications');

const listRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/users',
  validateSearch: parseListSearch,
  beforeLoad: ({ context }) => {
    if (context.settings.tenantId === '') throw notFound();
    return openTexts(context);
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, deps }) => {
    void queryClient.prefetchQuery(usersQuery(api, deps));
  },
  component: lazyRouteComponent(() => import('./list.tsx'), 'UserList'),
});

const creationRoute = createRoute({
  getParentRoute: () => listRoute,
  path: '/create',
  component: lazyRouteComponent(() => import('./creation.tsx'), 'Creation'),
});

const userRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/users/$id',
  beforeLoad: ({ context }) => openTexts(context),
  loader: ({ context: { api, queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(userQuery(api, id));
  },
  component: lazyRouteComponent(() => import('./details.tsx'), 'UserDetailsPage'),
});

const firstTabRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/users/$id/settings', params, replace: true });
  },
});

const settingsRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/settings',
  loader: ({ context: { api, queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(identitiesQuery(api, id));
  },
  component: lazyRouteComponent(() => import('./settings.tsx'), 'UserSettings'),
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
  component: lazyRouteComponent(() => import('../audit-logs/user-logs.tsx'), 'UserLogs'),
});

const socialIdentityRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/users/$id/social-identities/$target',
  beforeLoad: ({ context }) => openTexts(context),
  loader: ({ context: { api, queryClient }, params: { id, target } }) => {
    void queryClient.prefetchQuery(socialIdentityQuery(api, id, target));
  },
  component: lazyRouteComponent(() => import('./social-identity.tsx'), 'SocialIdentity'),
});

const ssoIdentityRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/users/$id/sso-identities/$connectorId',
  beforeLoad: ({ context }) => openTexts(context),
  loader: ({ context: { api, queryClient }, params: { id, connectorId } }) => {
    void queryClient.prefetchQuery(ssoIdentityQuery(api, id, connectorId));
  },
  component: lazyRouteComponent(() => import('./sso-identity.tsx'), 'SsoIdentity'),
});

export const userRoutes = [
  listRoute.addChildren([creationRoute]),
  userRoute.addChildren([firstTabRoute, settingsRoute, rolesRoute, logsRoute, organizationsRoute]),
  socialIdentityRoute,
  ssoIdentityRoute,
] as const;
