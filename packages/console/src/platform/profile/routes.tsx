// Profile routes. They belong to no tenant, so they have their own layout.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../app/branches.tsx';
import { ProfileFrame } from './frame.tsx';

const frameRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'profile-frame',
  beforeLoad: ({ context: { texts } }) => texts.open('profile'),
  component: ProfileFrame,
});

const profileRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/profile',
  loader: ({ context: { api, queryClient } }) => {
    void queryClient.prefetchQuery(api.me.query(''));
  },
  component: lazyRouteComponent(() => import('./profile.tsx'), 'Profile'),
});

/** The step after the password was verified; changing the password by default. */
type VerifySearch = { next?: 'link-email' };

const verifyPasswordRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/verify-password',
  validateSearch: ({ next }: Record<string, unknown>): VerifySearch => (next === 'link-email' ? { next } : {}),
  component: lazyRouteComponent(() => import('./verify-password.tsx'), 'VerifyPassword'),
});

const changePasswordRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/change-password',
  component: lazyRouteComponent(() => import('./change-password.tsx'), 'ChangePassword'),
});

const linkEmailRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/link-email',
  component: lazyRouteComponent(() => import('./link-email.tsx'), 'LinkEmail'),
});

export const profileRoutes = frameRoute.addChildren([
  profileRoute.addChildren([verifyPasswordRoute, changePasswordRoute, linkEmailRoute]),
]);
