// The pages of webhooks.
import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import { layoutRoute } from '../app/branches.tsx';
import { parseListSearch } from '../kit/list-search.ts';
import { hookQuery, hooksQuery, parseRequestSearch, requestQuery, requestsQuery } from './query.ts';

const listRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/webhooks',
  validateSearch: parseListSearch,
  beforeLoad: ({ context: { settings, texts } }) => {
    if (settings.tenantId === '') throw notFound();
    return texts.open('webhooks');
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, deps }) => {
    void queryClient.prefetchQuery(hooksQuery(api, deps));
  },
  component: lazyRouteComponent(() => import('./list.tsx'), 'WebhookList'),
});

const creationRoute = createRoute({
  getParentRoute: () => listRoute,
  path: '/create',
  component: lazyRouteComponent(() => import('./creation.tsx'), 'Creation'),
});

const webhookRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/webhooks/$id',
  beforeLoad: ({ context: { texts } }) => texts.open('webhooks'),
  loader: ({ context: { api, queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(hookQuery(api, id));
  },
  component: lazyRouteComponent(() => import('./details.tsx'), 'WebhookDetails'),
});

const firstTabRoute = createRoute({
  getParentRoute: () => webhookRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/webhooks/$id/settings', params, replace: true });
  },
});

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
    void queryClient.prefetchQuery(hookQuery(api, id));
    void queryClient.prefetchQuery(requestQuery(api, id, logId));
  },
  component: lazyRouteComponent(() => import('./request-details.tsx'), 'RequestDetails'),
});

export const webhookRoutes = [
  listRoute.addChildren([creationRoute]),
  webhookRoute.addChildren([firstTabRoute, settingsRoute, requestsRoute]),
  requestRoute,
] as const;
