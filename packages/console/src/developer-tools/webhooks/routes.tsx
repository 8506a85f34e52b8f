// Webhook routes.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { layoutRoute } from '../../app/branches.tsx';
import { createCreationRoute, createFirstTabRoute, createListRoute } from '../../app/entity-routes.ts';
import { parseListSearch } from '../../kit/list-search.ts';
import { parseRequestSearch, requestQuery, requestsQuery, webhookQuery, webhooksQuery } from './query.ts';

const listRoute = createListRoute({
  path: '/webhooks',
  parseSearch: parseListSearch,
  phrases: ['webhooks'],
  prefetch: ({ api, queryClient }, search) => void queryClient.prefetchQuery(webhooksQuery(api, search)),
  component: lazyRouteComponent(() => import('./list.tsx'), 'WebhookList'),
});

const creationRoute = createCreationRoute(
  listRoute,
  lazyRouteComponent(() => import('./creation.tsx'), 'Creation'),
);

const webhookRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/webhooks/$id',
  beforeLoad: ({ context: { texts } }) => texts.open('webhooks'),
  loader: ({ context: { api, queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(webhookQuery(api, id));
  },
  component: lazyRouteComponent(() => import('./details.tsx'), 'WebhookDetails'),
});

const firstTabRoute = createFirstTabRoute(webhookRoute, '/settings');

const settingsRoute = createRoute({
  getParentRoute: () => webhookRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings.tsx'), 'WebhookSettings'),
});

const requestsRoute = createRoute({
  getParentRoute: () => webhookRoute,
  path: '/recent-requests',
  validateSearch: parseRequestSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, params: { id }, deps }) => {
    void queryClient.prefetchQuery(requestsQuery(api, id, deps));
  },
  component: lazyRouteComponent(() => import('./requests.tsx'), 'WebhookRequests'),
});

const requestRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/webhooks/$id/recent-requests/$logId',
  beforeLoad: ({ context: { texts } }) => texts.open('webhooks'),
  loader: ({ context: { api, queryClient }, params: { id, logId } }) => {
    void queryClient.prefetchQuery(webhookQuery(api, id));
    void queryClient.prefetchQuery(requestQuery(api, id, logId));
  },
  component: lazyRouteComponent(() => import('./request-details.tsx'), 'RequestDetails'),
});

export const webhookRoutes = [
  listRoute.addChildren([creationRoute]),
  webhookRoute.addChildren([firstTabRoute, settingsRoute, requestsRoute]),
  requestRoute,
] as const;
