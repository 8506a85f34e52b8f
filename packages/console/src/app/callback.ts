// Where the admin tenant sends people back to after they signed in.
import { createRoute } from '@tanstack/react-router';
import { AppLoader } from '../kit/loader.tsx';
import { rootRoute } from './branches.tsx';
import { ProblemScreen } from './problems.tsx';
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
    // Another base path is another tenant, which is a page load of its own.
    if (basePath === settings.basePath) history.replace(target);
    else await session.leave(target, 'replace');
    await new Promise<never>(() => {});
  },
});
