// The pages of roles.
import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import { layoutRoute } from '../app/branches.tsx';
import type { Texts } from '../app/language.ts';
import { parseListSearch } from '../kit/list-search.ts';
import { roleQuery, rolesQuery } from './query.ts';

/** Roles speak of permissions, applications and users, in their words. */
const openTexts = ({ texts }: { texts: Texts }) => texts.open('roles', 'resources', 'applications', 'users');

const listRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/roles',
  validateSearch: parseListSearch,
  beforeLoad: ({ context }) => {
    if (context.settings.tenantId === '') throw notFound();
    return openTexts(context);
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, deps }) => {
    void queryClient.prefetchQuery(rolesQuery(api, deps));
  },
  component: lazyRouteComponent(() => import('./list.tsx'), 'RoleList'),
});

const creationRoute = createRoute({
  getParentRoute: () => listRoute,
  path: '/create',
  component: lazyRouteComponent(() => import('./creation.tsx'), 'Creation'),
});

const roleRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/roles/$id',
  beforeLoad: ({ context }) => openTexts(context),
  loader: ({ context: { api, queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(roleQuery(api, id));
  },
  component: lazyRouteComponent(() => import('./details.tsx'), 'RoleDetails'),
});

const firstTabRoute = createRoute({
  getParentRoute: () => roleRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/roles/$id/permissions', params, replace: true });
  },
});

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
