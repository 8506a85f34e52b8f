// Full-screen guide of an application.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { layoutRoute } from '../../app/branches.tsx';
import { applicationQuery } from '../applications/query.ts';

export const guideRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/applications/$id/guide/$guideId',
  beforeLoad: ({ context: { texts } }) => texts.open('guides'),
  // Prefetch in parallel with the guide's code.
  loader: ({ context: { api, queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(applicationQuery(api, id));
  },
  component: lazyRouteComponent(() => import('./guide-page.tsx'), 'GuidePage'),
});

export const guideRoutes = [guideRoute] as const;
