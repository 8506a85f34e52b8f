// The guides of an application: the choice among them, and each of them.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { layoutRoute } from '../app/branches.tsx';
import { applicationQuery } from '../applications/query.ts';

export const guideChooserRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/applications/$id/guide',
  beforeLoad: ({ context: { texts } }) => texts.open('guides'),
  component: lazyRouteComponent(() => import('./guide-chooser.tsx'), 'GuideChooser'),
});

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

export const guideRoutes = [guideChooserRoute, guideRoute] as const;
