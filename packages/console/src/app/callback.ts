// The redirect URI of the console's sign-in.
import { createRoute } from '@tanstack/react-router';
import { AppLoader } from '../kit/loader.tsx';
import { rootRoute } from './branches.tsx';
import { ProblemScreen } from './problem-screen.tsx';
import { readSettings } from './settings.ts';

export const callbackRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/callback',
  component: AppLoader,
  pendingComponent: AppLoader,
  pendingMs: 0,
  pendingMinMs: 0,
  errorComponent: ProblemScreen,
  beforeLoad: async ({ context: { session, settings, history } }) => {
    const callback = new URL(window.location.href);
    const answered = callback.searchParams.has('code') || callback.searchParams.has('error');
    const target = answered ? await session.finishSignIn(callback) : `${settings.base}/`;
    const { basePath } = readSettings(settings, new URL(target, settings.origin).pathname);
    // A different base path is a different tenant, which needs a full page load.
    if (basePath === settings.basePath) history.replace(target);
    else await session.leave(target, 'replace');
    await new Promise<never>(() => {});
  },
});
