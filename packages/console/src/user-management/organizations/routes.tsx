// Organization routes.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { layoutRoute } from '../../app/branches.tsx';
import { createCreationRoute, createFirstTabRoute, createListRoute } from '../../app/entity-routes.ts';
import { organizationChangesQuery } from '../../developer-tools/audit-logs/query.ts';
import { parseListSearch } from '../../kit/list-search.ts';
import {
  invitationsQuery,
  jitQuery,
  membersQuery,
  organizationApplicationsQuery,
  organizationQuery,
  organizationsQuery,
} from './query.ts';

const listRoute = createListRoute({
  path: '/organizations',
  parseSearch: parseListSearch,
  phrases: ['organizations'],
  prefetch: ({ api, queryClient }, search) => void queryClient.prefetchQuery(organizationsQuery(api, search)),
  component: lazyRouteComponent(() => import('./list.tsx'), 'OrganizationList'),
});

const creationRoute = createCreationRoute(
  listRoute,
  lazyRouteComponent(() => import('./create-organization.tsx'), 'CreateOrganization'),
);

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

const firstTabRoute = createFirstTabRoute(organizationRoute, '/settings');

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

const invitationsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/invitations',
  validateSearch: parseListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, params, deps }) =>
    void queryClient.prefetchQuery(invitationsQuery(api, params.id, deps)),
  component: lazyRouteComponent(() => import('./invitations.tsx'), 'OrganizationInvitations'),
});

const activityRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/activity',
  validateSearch: parseListSearch,
  beforeLoad: ({ context: { texts } }) => texts.open('audit-logs'),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, params, deps }) =>
    void queryClient.prefetchQuery(organizationChangesQuery(api, params.id, deps)),
  component: lazyRouteComponent(
    () => import('../../developer-tools/audit-logs/organization-changes.tsx'),
    'OrganizationChanges',
  ),
});

const applicationsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/machine-to-machine',
  validateSearch: parseListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, params, deps }) =>
    void queryClient.prefetchQuery(organizationApplicationsQuery(api, params.id, deps)),
  component: lazyRouteComponent(() => import('./applications.tsx'), 'OrganizationApplications'),
});

const brandingRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/branding',
  beforeLoad: ({ context: { texts } }) => texts.open('look'),
  component: lazyRouteComponent(() => import('./branding.tsx'), 'OrganizationBranding'),
});

export const organizationRoutes = [
  listRoute.addChildren([creationRoute]),
  organizationRoute.addChildren([
    firstTabRoute,
    settingsRoute,
    membersRoute,
    invitationsRoute,
    applicationsRoute,
    brandingRoute,
    activityRoute,
  ]),
] as const;
