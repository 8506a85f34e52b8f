// First-run page while there is no account. Open-source edition only.
import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import { rootRoute } from '../../app/branches.tsx';

export const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/welcome',
  beforeLoad: ({ context: { session, settings } }) => {
    if (!settings.capabilities.hasFirstRun) throw notFound();
    if (session.isSignedIn()) throw redirect({ to: '/', replace: true });
  },
  component: lazyRouteComponent(() => import('./welcome.tsx'), 'Welcome'),
});
