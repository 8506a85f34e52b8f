// A page whose code fails to load, to test the error screen during development.
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { rootRoute } from './branches.tsx';

export const importErrorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/__internal__/import-error',
  beforeLoad: ({ context: { settings } }) => {
    if (!settings.devFeatures) throw notFound();
  },
  component: lazyRouteComponent(() => Promise.reject(new Error('This page cannot be imported.'))),
});
