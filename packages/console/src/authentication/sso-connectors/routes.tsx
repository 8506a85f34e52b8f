// Enterprise SSO routes: the list, the creation dialog over it, and the details with their tabs.
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { layoutRoute } from '../../app/branches.tsx';
import { createCreationRoute, createFirstTabRoute, createListRoute } from '../../app/entity-routes.ts';
import { parseListSearch } from '../../kit/list-search.ts';
import { experienceQuery } from '../sign-in-experience/query.ts';
import { settingsQuery, tokensQuery } from './provisioning/query.ts';
import { parseProvisioningSearch } from './provisioning/search.ts';
import { idpInitiatedQuery, providersQuery, ssoConnectorQuery, ssoConnectorsQuery } from './query.ts';

const listRoute = createListRoute({
  path: '/enterprise-sso',
  parseSearch: parseListSearch,
  phrases: ['sso-connectors', 'connectors'],
  prefetch: ({ api, queryClient }, search) => {
    void queryClient.prefetchQuery(ssoConnectorsQuery(api, search));
    void queryClient.prefetchQuery(experienceQuery(api));
  },
  component: lazyRouteComponent(() => import('./list.tsx'), 'SsoConnectorList'),
});

const creationRoute = createCreationRoute(
  listRoute,
  lazyRouteComponent(() => import('./creation.tsx'), 'Creation'),
);

type DetailsSearch = { guide?: 'open'; links?: 'open'; test?: string };

/** `guide`: the connection guide is open. `links`: the setup links are. `test`: the connection test that is shown. */
const parseDetailsSearch = ({ guide, links, test }: Record<string, unknown>): DetailsSearch => ({
  ...(guide === 'open' && { guide }),
  ...(links === 'open' && { links }),
  ...(typeof test === 'string' && { test }),
});

const connectorRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/enterprise-sso/$id',
  validateSearch: parseDetailsSearch,
  beforeLoad: ({ context: { settings, texts } }) => {
    if (settings.tenantId === '') throw notFound();
    return texts.open('sso-connectors', 'connectors', 'applications');
  },
  loader: ({ context: { api, queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(ssoConnectorQuery(api, id));
  },
  component: lazyRouteComponent(() => import('./details.tsx'), 'SsoConnectorDetailsPage'),
});

const connectionRoute = createRoute({
  getParentRoute: () => connectorRoute,
  path: '/connection',
  loader: ({ context: { api, queryClient } }) => void queryClient.prefetchQuery(providersQuery(api)),
  component: lazyRouteComponent(() => import('./connection.tsx'), 'Connection'),
});

const provisioningRoute = createRoute({
  getParentRoute: () => connectorRoute,
  path: '/provisioning',
  validateSearch: parseProvisioningSearch,
  beforeLoad: ({ context: { texts } }) => texts.open('scim-provisioning'),
  loader: ({ context: { api, queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(settingsQuery(api, id));
    void queryClient.prefetchQuery(tokensQuery(api, id));
  },
  component: lazyRouteComponent(() => import('./provisioning/provisioning.tsx'), 'Provisioning'),
});

const experienceRoute = createRoute({
  getParentRoute: () => connectorRoute,
  path: '/experience',
  loader: ({ context: { api, queryClient } }) => void queryClient.prefetchQuery(experienceQuery(api)),
  component: lazyRouteComponent(() => import('./experience.tsx'), 'ConnectorExperience'),
});

const idpInitiatedRoute = createRoute({
  getParentRoute: () => connectorRoute,
  path: '/idp-initiated-auth',
  loader: ({ context: { api, queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(idpInitiatedQuery(api, id));
  },
  component: lazyRouteComponent(() => import('./idp-initiated.tsx'), 'IdpInitiated'),
});

export const ssoConnectorRoutes = [
  listRoute.addChildren([creationRoute]),
  connectorRoute.addChildren([
    createFirstTabRoute(connectorRoute, '/connection'),
    connectionRoute,
    provisioningRoute,
    experienceRoute,
    idpInitiatedRoute,
  ]),
] as const;
