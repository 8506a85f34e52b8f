// Routes of the organization template.
import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import { layoutRoute } from '../../app/branches.tsx';
import { createFirstTabRoute } from '../../app/entity-routes.ts';
import { parseListSearch } from '../../kit/list-search.ts';
import { roleQuery, roleResourceScopesQuery, roleScopesQuery, rolesQuery, scopesQuery } from './query.ts';

const templateRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/organization-template',
  beforeLoad: ({ context: { settings, texts } }) => {
    if (settings.tenantId === '') throw notFound();
    return Promise.all([texts.open('organization-template'), texts.open('organization-introduction')]);
  },
});

const firstTabRoute = createFirstTabRoute(templateRoute, '/organization-roles');

const rolesRoute = createRoute({
  getParentRoute: () => templateRoute,
  path: '/organization-roles',
  validateSearch: parseListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, deps }) => void queryClient.prefetchQuery(rolesQuery(api, deps)),
  component: lazyRouteComponent(() => import('./roles.tsx'), 'OrganizationRoles'),
});

const scopesRoute = createRoute({
  getParentRoute: () => templateRoute,
  path: '/organization-permissions',
  validateSearch: parseListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, deps }) => void queryClient.prefetchQuery(scopesQuery(api, deps)),
  component: lazyRouteComponent(() => import('./permissions.tsx'), 'OrganizationPermissions'),
});

/** Former URL of the same page. */
const formerRoleRoute = createRoute({
  getParentRoute: () => templateRoute,
  path: '/organization-roles/$id',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/organization-template/roles/$id', params, replace: true });
  },
});

const roleRoute = createRoute({
  getParentRoute: () => templateRoute,
  path: '/roles/$id',
  // API permissions use phrases of the API resource pages.
  beforeLoad: ({ context: { texts } }) => texts.open('resources'),
  loader: ({ context: { api, queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(roleQuery(api, id));
    void queryClient.prefetchQuery(roleScopesQuery(api, id));
    void queryClient.prefetchQuery(roleResourceScopesQuery(api, id));
  },
  component: lazyRouteComponent(() => import('./role-details.tsx'), 'RoleDetails'),
});

const firstRoleTabRoute = createFirstTabRoute(roleRoute, '/permissions');

type PermissionsSearch = { keyword?: string; assign?: '1' };
const rolePermissionsRoute = createRoute({
  getParentRoute: () => roleRoute,
  path: '/permissions',
  validateSearch: ({ keyword, assign }: Record<string, unknown>): PermissionsSearch => ({
    ...(typeof keyword === 'string' && keyword !== '' && { keyword }),
    ...(assign === '1' && { assign }),
  }),
  component: lazyRouteComponent(() => import('./role-permissions.tsx'), 'RolePermissions'),
});

const roleGeneralRoute = createRoute({
  getParentRoute: () => roleRoute,
  path: '/general',
  component: lazyRouteComponent(() => import('./role-general.tsx'), 'RoleGeneral'),
});

export const organizationTemplateRoutes = [
  templateRoute.addChildren([
    firstTabRoute,
    rolesRoute,
    scopesRoute,
    formerRoleRoute,
    roleRoute.addChildren([firstRoleTabRoute, rolePermissionsRoute, roleGeneralRoute]),
  ]),
] as const;
