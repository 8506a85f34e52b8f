// The trunk of the route tree that features hang their pages on: everything, signed in, and the layout around pages.
import { createRootRouteWithContext, createRoute, Outlet } from '@tanstack/react-router';
import { AppLoader } from '../kit/loader.tsx';
import { NotFound } from '../kit/not-found.tsx';
import { Layout } from '../shell/layout.tsx';
import { ProblemAlert, ProblemScreen } from './problems.tsx';
import type { Services } from './services.tsx';

export const rootRoute = createRootRouteWithContext<Services>()({
  component: () => (
    <>
      <ProblemAlert />
      <Outlet />
    </>
  ),
  errorComponent: ProblemScreen,
  notFoundComponent: () => (
    <main>
      <NotFound />
    </main>
  ),
});

const isTruthy = (value: unknown) => ['1', 'y', 'yes', 'true'].includes(String(value).toLowerCase());

export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: Outlet,
  pendingComponent: AppLoader,
  pendingMs: 0,
  pendingMinMs: 0,
  beforeLoad: async ({ context: { session }, preload }) => {
    if (session.isSignedIn() || preload) return;
    session.saveLocation(window.location);
    await session.signIn({ signUp: isTruthy(new URLSearchParams(window.location.search).get('sign_up')) });
  },
});

export const layoutRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'layout',
  component: Layout,
  notFoundComponent: () => <NotFound />,
});

/** Every other address, so that it too asks to sign in and has the frame around it. */
export const unknownRoute = createRoute({ getParentRoute: () => layoutRoute, path: '$', component: NotFound });
