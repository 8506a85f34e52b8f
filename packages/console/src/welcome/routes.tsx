// The first page anybody sees: nobody has an account yet. The open-source edition only.
import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import { rootRoute } from '../app/branches.tsx';

export const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/welcome',
  beforeLoad: ({ context: { session, settings } }) => {
    if (settings.edition !== 'oss') throw notFound();
    if (session.isSignedIn()) throw redirect({ to: '/', replace: true });
  },
  component: lazyRouteComponent(() => import('./welcome.tsx'), 'Welcome'),
});
