// Entry points linked from other pages, which start a special sign-in or show a message. Existing tokens stay until the
// new sign-in succeeds, so the user can be asked which account to keep.
import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import { AppLoader } from '../kit/loader.tsx';
import { rootRoute } from './branches.tsx';

const waiting = { component: AppLoader, pendingComponent: AppLoader, pendingMs: 0, pendingMinMs: 0 };

const cookie = (name: string) =>
  document.cookie
    .split('; ')
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1);

const oneTimeTokenRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/one-time-token',
  ...waiting,
  beforeLoad: async ({ context: { session, settings } }) => {
    if (!settings.devFeatures) throw notFound();
    const given = new URLSearchParams(window.location.search);
    const [token, email] = [given.get('one_time_token'), given.get('email')];
    if (session.isSignedIn() || !token || !email) throw redirect({ to: '/', replace: true });
    await session.signIn({ extra: { one_time_token: token, login_hint: email } });
  },
});

const externalOneTapRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/external-google-one-tap',
  ...waiting,
  beforeLoad: async ({ context: { session, settings } }) => {
    if (session.isSignedIn()) throw redirect({ to: '/', replace: true });
    const credential = cookie(`_${settings.namespace}_google_one_tap_credential`);
    await session.signIn({
      extra: {
        direct_sign_in: 'social:google',
        ...(credential && { google_one_tap_credential: decodeURIComponent(credential) }),
      },
    });
  },
});

const socialDemoRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/social-demo-callback',
  component: lazyRouteComponent(() => import('./social-demo.tsx'), 'SocialDemo'),
});

export const landingRoutes = [oneTimeTokenRoute, externalOneTapRoute, socialDemoRoute] as const;
