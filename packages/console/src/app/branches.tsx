// Base of the route tree: root, signed-in and layout routes.
import { createRootRouteWithContext, createRoute, Outlet } from '@tanstack/react-router';
import { ConfirmHost } from '../kit/confirm.tsx';
import { AppLoader } from '../kit/loader.tsx';
import { NotFound } from '../kit/not-found.tsx';
import { enterTenant } from '../platform/tenants/own-tenants.ts';
import { Layout } from '../shell/layout.tsx';
import { DevelopmentBadge } from './development-badge.tsx';
import { OtherTabs } from './other-tabs.tsx';
import { ProblemAlert, ProblemScreen } from './problem-screen.tsx';
import type { Services } from './services.tsx';
import { isTruthy } from './settings.ts';

export const rootRoute = createRootRouteWithContext<Services & { openFeatures: () => Promise<void> }>()({
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

/** Invitations and links with `sign_up` usually reach users without an account. */
const wantsSignUp = ({ pathname, search }: Location) =>
  isTruthy(new URLSearchParams(search).get('sign_up')) || /^\/accept\/[^/]+\/?$/.test(pathname);

export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: Outlet,
  pendingComponent: AppLoader,
  pendingMs: 0,
  pendingMinMs: 0,
  beforeLoad: async ({ context: { session, settings, texts }, preload }) => {
    if (settings.capabilities.hasManyTenants) await texts.open('tenants');
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

/** Catch-all, so that unknown URLs also require sign-in and show the layout. */
export const unknownRoute = createRoute({ getParentRoute: () => layoutRoute, path: '$', component: NotFound });
