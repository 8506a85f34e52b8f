// Connector routes: the lists, the choosers over them, setup and details.
import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import { layoutRoute } from '../../app/branches.tsx';
import { createCreationRoute, createListRoute } from '../../app/entity-routes.ts';
import { mailboxStatusQuery } from '../mailbox/query.ts';
import { connectorsQuery, experienceQuery } from '../sign-in-experience/query.ts';
import { activityQuery } from './activity.ts';
import { isConnectorId, newConnectorId } from './connector-id.ts';
import { connectorQuery, factoriesQuery } from './query.ts';
import { parseSocialSearch } from './social-search.ts';

const firstTabRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/connectors',
  beforeLoad: () => {
    throw redirect({ to: '/connectors/passwordless', replace: true });
  },
});

const passwordlessRoute = createListRoute({
  path: '/connectors/passwordless',
  parseSearch: () => ({}),
  phrases: ['connectors'],
  prefetch: ({ api, queryClient }) => {
    void queryClient.prefetchQuery(connectorsQuery(api));
    void queryClient.prefetchQuery(mailboxStatusQuery(api));
    void queryClient.prefetchQuery(activityQuery(api));
  },
  component: lazyRouteComponent(() => import('./passwordless.tsx'), 'Passwordless'),
});

const messageChooserRoute = createRoute({
  getParentRoute: () => passwordlessRoute,
  path: '/create/$type',
  loader: ({ context: { api, queryClient } }) => void queryClient.prefetchQuery(factoriesQuery(api)),
  component: lazyRouteComponent(() => import('./chooser.tsx'), 'MessageChooser'),
});

const socialRoute = createListRoute({
  path: '/connectors/social',
  parseSearch: parseSocialSearch,
  phrases: ['connectors'],
  prefetch: ({ api, queryClient }) => {
    void queryClient.prefetchQuery(connectorsQuery(api));
    void queryClient.prefetchQuery(factoriesQuery(api));
    void queryClient.prefetchQuery(experienceQuery(api));
    void queryClient.prefetchQuery(activityQuery(api));
  },
  component: lazyRouteComponent(() => import('./social.tsx'), 'SocialConnectors'),
});

const socialChooserRoute = createCreationRoute(
  socialRoute,
  lazyRouteComponent(() => import('./chooser.tsx'), 'SocialChooser'),
);

const setupRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/connectors/setup/$factoryId',
  /** The ID of the new connector, so that its callback URL survives a reload. */
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } => (isConnectorId(id) ? { id } : {}),
  beforeLoad: ({ context: { settings, texts }, params, search }) => {
    if (settings.tenantId === '') throw notFound();
    if (search.id === undefined) {
      throw redirect({
        to: '/connectors/setup/$factoryId',
        params,
        search: { id: newConnectorId() },
        replace: true,
      });
    }
    return texts.open('connectors');
  },
  loader: ({ context: { api, queryClient } }) => {
    void queryClient.prefetchQuery(factoriesQuery(api));
    void queryClient.prefetchQuery(connectorsQuery(api));
  },
  component: lazyRouteComponent(() => import('./setup.tsx'), 'ConnectorSetup'),
});

const connectorRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/connectors/$id',
  beforeLoad: ({ context: { settings, texts } }) => {
    if (settings.tenantId === '') throw notFound();
    return texts.open('connectors');
  },
  loader: ({ context: { api, queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(connectorQuery(api, id));
    void queryClient.prefetchQuery(connectorsQuery(api));
    void queryClient.prefetchQuery(factoriesQuery(api));
  },
  component: lazyRouteComponent(() => import('./details.tsx'), 'ConnectorDetails'),
});

export const connectorRoutes = [
  firstTabRoute,
  passwordlessRoute.addChildren([messageChooserRoute]),
  socialRoute.addChildren([socialChooserRoute]),
  setupRoute,
  connectorRoute,
] as const;
