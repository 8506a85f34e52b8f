// Routes of bulk actions on users.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { layoutRoute } from '../../app/branches.tsx';
import { parseListSearch } from '../../kit/list-search.ts';
import { actionQuery, actionsQuery } from './query.ts';

const actionsRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/users/actions',
  validateSearch: parseListSearch,
  beforeLoad: ({ context: { texts } }) => texts.open('user-bulk-actions', 'users'),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, deps }) => void queryClient.prefetchQuery(actionsQuery(api, deps)),
  component: lazyRouteComponent(() => import('./actions.tsx'), 'Actions'),
});

const actionRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/users/actions/$actionId',
  validateSearch: parseListSearch,
  beforeLoad: ({ context: { texts } }) => texts.open('user-bulk-actions', 'users'),
  loader: ({ context: { api, queryClient }, params: { actionId } }) =>
    void queryClient.prefetchQuery(actionQuery(api, actionId)),
  component: lazyRouteComponent(() => import('./action-page.tsx'), 'ActionPage'),
});

export const userBulkActionRoutes = [actionsRoute, actionRoute] as const;
