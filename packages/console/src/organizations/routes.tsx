// The pages of organizations.
import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import { layoutRoute } from '../app/branches.tsx';
import { parseListSearch } from '../kit/list-search.ts';
import { jitQuery, machinesQuery, membersQuery, organizationQuery, organizationsQuery } from './query.ts';

const listRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/organizations',
  validateSearch: parseListSearch,
  beforeLoad: ({ context: { settings, texts } }) => {
    if (settings.tenantId === '') throw notFound();
    return texts.open('organizations');
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, deps }) => void queryClient.prefetchQuery(organizationsQuery(api, deps)),
  component: lazyRouteComponent(() => import('./list.tsx'), 'OrganizationList'),
});

const creationRoute = createRoute({
  getParentRoute: () => listRoute,
  path: '/create',
  component: lazyRouteComponent(() => import('./create-organization.tsx'), 'CreateOrganization'),
});

const organizationRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/organizations/$id',
  beforeLoad: ({ context: { texts } }) =>
    Promise.all([texts.open('organizations'), texts.open('organization-introduction')]),
  loader: ({ context: { api, queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(organizationQuery(api, id));
    void queryClient.prefetchQuery(jitQuery(api, id));
  },
  component: lazyRouteComponent(() => import('./details.tsx'), 'OrganizationDetails'),
});

const firstTabRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/organizations/$id/settings', params, replace: true });
  },
});

const settingsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings.tsx'), 'OrganizationSettings'),
});

const membersRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/members',
  validateSearch: parseListSearch,
  beforeLoad: ({ context: { texts } }) => texts.open('users'),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, params, deps }) =>
    void queryClient.prefetchQuery(membersQuery(api, params.id, deps)),
  component: lazyRouteComponent(() => import('./members.tsx'), 'OrganizationMembers'),
});

const machinesRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/machine-to-machine',
  validateSearch: parseListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, params, deps }) =>
    void queryClient.prefetchQuery(machinesQuery(api, params.id, deps)),
  component: lazyRouteComponent(() => import('./machines.tsx'), 'OrganizationMachines'),
});

const brandingRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/branding',
  beforeLoad: ({ context: { texts } }) => texts.open('look'),
  component: lazyRouteComponent(() => import('./branding.tsx'), 'OrganizationBranding'),
});

export const organizationRoutes = [
  listRoute.addChildren([creationRoute]),
  organizationRoute.addChildren([firstTabRoute, settingsRoute, membersRoute, machinesRoute, brandingRoute]),
] as const;
