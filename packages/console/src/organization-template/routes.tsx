// The pages of the organization template.
import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import { layoutRoute } from '../app/branches.tsx';
import { parseListSearch } from '../kit/list-search.ts';
import { roleQuery, roleResourceScopesQuery, roleScopesQuery, rolesQuery, scopesQuery } from './query.ts';

const templateRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/organization-template',
  beforeLoad: ({ context: { settings, texts } }) => {
    if (settings.tenantId === '') throw notFound();
    return Promise.all([texts.open('organization-template'), texts.open('organization-introduction')]);
  },
});

const firstTabRoute = createRoute({
  getParentRoute: () => templateRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/organization-template/organization-roles', replace: true });
  },
});

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

/** An older address of the same page. */
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
  // Permissions of APIs are described in the words of their pages.
  beforeLoad: ({ context: { texts } }) => texts.open('resources'),
  loader: ({ context: { api, queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(roleQuery(api, id));
    void queryClient.prefetchQuery(roleScopesQuery(api, id));
    void queryClient.prefetchQuery(roleResourceScopesQuery(api, id));
  },
  component: lazyRouteComponent(() => import('./role-details.tsx'), 'RoleDetails'),
});

const firstRoleTabRoute = createRoute({
  getParentRoute: () => roleRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/organization-template/roles/$id/permissions', params, replace: true });
  },
});

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
