// The area of a person's own account. It belongs to no tenant, so it has a frame of its own.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../app/branches.tsx';
import { ProfileFrame } from './frame.tsx';

const frameRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'profile-frame',
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

const verifyPasswordRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/verify-password',
  component: lazyRouteComponent(() => import('./verify-password.tsx'), 'VerifyPassword'),
});

const changePasswordRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/change-password',
  component: lazyRouteComponent(() => import('./change-password.tsx'), 'ChangePassword'),
});

export const profileRoutes = frameRoute.addChildren([
  profileRoute.addChildren([verifyPasswordRoute, changePasswordRoute]),
]);
