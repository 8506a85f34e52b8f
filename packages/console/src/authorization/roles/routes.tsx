// Role routes.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { layoutRoute } from '../../app/branches.tsx';
import { createCreationRoute, createFirstTabRoute, createListRoute } from '../../app/entity-routes.ts';
import { parseListSearch } from '../../kit/list-search.ts';
import { roleQuery, rolesQuery } from './query.ts';

/** Role pages use the phrases of permissions, applications and users. */
const phrases = ['roles', 'resources', 'applications', 'users'] as const;

const listRoute = createListRoute({
  path: '/roles',
  parseSearch: parseListSearch,
  phrases,
  prefetch: ({ api, queryClient }, search) => void queryClient.prefetchQuery(rolesQuery(api, search)),
  component: lazyRouteComponent(() => import('./list.tsx'), 'RoleList'),
});

const creationRoute = createCreationRoute(
  listRoute,
  lazyRouteComponent(() => import('./creation.tsx'), 'Creation'),
);

const roleRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/roles/$id',
  beforeLoad: ({ context: { texts } }) => texts.open(...phrases),
  loader: ({ context: { api, queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(roleQuery(api, id));
  },
  component: lazyRouteComponent(() => import('./details.tsx'), 'RoleDetails'),
});

const firstTabRoute = createFirstTabRoute(roleRoute, '/permissions');

const permissionsRoute = createRoute({
  getParentRoute: () => roleRoute,
  path: '/permissions',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(() => import('./permissions.tsx'), 'RolePermissions'),
});

const usersRoute = createRoute({
  getParentRoute: () => roleRoute,
  path: '/users',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(() => import('./users.tsx'), 'RoleUsers'),
});

const applicationsRoute = createRoute({
  getParentRoute: () => roleRoute,
  path: '/machine-to-machine-apps',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(() => import('./applications.tsx'), 'RoleApplications'),
});

const generalRoute = createRoute({
  getParentRoute: () => roleRoute,
  path: '/general',
  component: lazyRouteComponent(() => import('./general.tsx'), 'RoleGeneral'),
});

export const roleRoutes = [
  listRoute.addChildren([creationRoute]),
  roleRoute.addChildren([firstTabRoute, permissionsRoute, usersRoute, applicationsRoute, generalRoute]),
] as const;
