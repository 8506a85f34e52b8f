// Security routes.
import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import { layoutRoute } from '../../app/branches.tsx';
import { parseListSearch } from '../../kit/list-search.ts';
import { experienceQuery } from '../sign-in-experience/query.ts';

const securityRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/security',
  beforeLoad: ({ context: { settings, texts } }) => {
    if (settings.tenantId === '') throw notFound();
    return texts.open('security');
  },
  loader: ({ context: { api, queryClient } }) => void queryClient.prefetchQuery(experienceQuery(api)),
  component: lazyRouteComponent(() => import('./security.tsx'), 'Security'),
});

const firstTabRoute = createRoute({
  getParentRoute: () => securityRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/security/password-policy', replace: true });
  },
});

const passwordPolicyRoute = createRoute({
  getParentRoute: () => securityRoute,
  path: '/password-policy',
  component: lazyRouteComponent(() => import('./password-policy.tsx'), 'PasswordPolicy'),
});

const captchaRoute = createRoute({
  getParentRoute: () => securityRoute,
  path: '/captcha',
  beforeLoad: ({ context: { texts } }) => texts.open('captcha'),
  component: lazyRouteComponent(() => import('./captcha.tsx'), 'Captcha'),
});

const captchaGuideRoute = createRoute({
  getParentRoute: () => securityRoute,
  path: '/captcha/guide/$type',
  beforeLoad: ({ context: { texts } }) => texts.open('captcha'),
  component: lazyRouteComponent(() => import('./captcha-guide.tsx'), 'CaptchaGuide'),
});

/** A separate page without the tabs. */
const captchaDetailsRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/security/captcha/details',
  beforeLoad: ({ context: { settings, texts } }) => {
    if (settings.tenantId === '') throw notFound();
    return texts.open('captcha');
  },
  component: lazyRouteComponent(() => import('./captcha-details.tsx'), 'CaptchaDetails'),
});

const blocklistRoute = createRoute({
  getParentRoute: () => securityRoute,
  path: '/blocklist',
  component: lazyRouteComponent(() => import('./blocklist.tsx'), 'Blocklist'),
});

const generalRoute = createRoute({
  getParentRoute: () => securityRoute,
  path: '/general',
  validateSearch: parseListSearch,
  beforeLoad: ({ context: { texts } }) => texts.open('users'),
  component: lazyRouteComponent(() => import('./general.tsx'), 'General'),
});

export const securityRoutes = [
  securityRoute.addChildren([
    firstTabRoute,
    passwordPolicyRoute,
    captchaRoute,
    captchaGuideRoute,
    blocklistRoute,
    generalRoute,
  ]),
  captchaDetailsRoute,
] as const;
