// The trunk of the route tree that features hang their pages on: everything, signed in, and the layout around pages.
import { createRootRouteWithContext, createRoute, Outlet } from '@tanstack/react-router';
import { ConfirmHost } from '../kit/confirm.tsx';
import { AppLoader } from '../kit/loader.tsx';
import { NotFound } from '../kit/not-found.tsx';
import { Layout } from '../shell/layout.tsx';
import { enterTenant } from '../tenants/own-tenants.ts';
import { DevelopmentBadge } from './development-badge.tsx';
import { OtherTabs } from './other-tabs.tsx';
import { ProblemAlert, ProblemScreen } from './problems.tsx';
import type { Services } from './services.tsx';
import { isTruthy } from './settings.ts';

export const rootRoute = createRootRouteWithContext<Services>()({
  component: () => (
    <ConfirmHost>
      <ProblemAlert />
      <OtherTabs>
        <Outlet />
      </OtherTabs>
      <DevelopmentBadge />
    </ConfirmHost>
  ),
  errorComponent: ProblemScreen,
  notFoundComponent: () => (
    <main>
      <NotFound />
    </main>
  ),
});

/** People who follow an invitation, or a link that says so, come without an account more often than with one. */
const wantsSignUp = ({ pathname, search }: Location) =>
  isTruthy(new URLSearchParams(search).get('sign_up')) || /^\/accept\/[^/]+\/?$/.test(pathname);

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
    await session.signIn({ signUp: wantsSignUp(window.location) });
  },
});

export const layoutRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'layout',
  component: Layout,
  pendingComponent: AppLoader,
  pendingMs: 0,
  pendingMinMs: 0,
  beforeLoad: ({ context }) => enterTenant(context),
  notFoundComponent: () => <NotFound />,
});

/** Every other address, so that it too asks to sign in and has the frame around it. */
export const unknownRoute = createRoute({ getParentRoute: () => layoutRoute, path: '$', component: NotFound });
