// A guide of an application, on a screen of its own.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { layoutRoute } from '../app/branches.tsx';
import { applicationQuery } from '../applications/query.ts';

export const guideRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/applications/$id/guide/$guideId',
  beforeLoad: ({ context: { texts } }) => texts.open('guides'),
  // Asked for while the guide itself is still on its way.
  loader: ({ context: { api, queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(applicationQuery(api, id));
  },
  component: lazyRouteComponent(() => import('./guide-page.tsx'), 'GuidePage'),
});

export const guideRoutes = [guideRoute] as const;
