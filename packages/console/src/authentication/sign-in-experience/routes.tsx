// Routes of the sign-in experience: tabs of one form.
import { createRoute, lazyRouteComponent, notFound, redirect, retainSearchParams } from '@tanstack/react-router';
import { layoutRoute } from '../../app/branches.tsx';
import { fieldsQuery } from '../custom-profile-fields/query.ts';
import type { PreviewSearch } from './preview-search.ts';
import { connectorsQuery, consoleConfigQuery, experienceQuery } from './query.ts';

const experienceRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/sign-in-experience',
  // Parsed where it is used, which keeps the list of pages out of the first load.
  validateSearch: (search: Record<string, unknown>) => search as PreviewSearch,
  search: { middlewares: [retainSearchParams(['step', 'theme', 'device', 'lang'])] },
  beforeLoad: ({ context: { settings, texts } }) => {
    if (settings.tenantId === '') throw notFound();
    return texts.open('sign-in-experience', 'connectors');
  },
  loader: ({ context: { api, queryClient } }) => {
    void queryClient.prefetchQuery(experienceQuery(api));
    void queryClient.prefetchQuery(consoleConfigQuery(api));
    void queryClient.prefetchQuery(connectorsQuery(api));
  },
  component: lazyRouteComponent(() => import('./sign-in-experience.tsx'), 'SignInExperience'),
});

const tabsRoute = createRoute({
  getParentRoute: () => experienceRoute,
  id: 'tabs',
  component: lazyRouteComponent(() => import('./tabs.tsx'), 'Tabs'),
});

const firstTabRoute = createRoute({
  getParentRoute: () => tabsRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/sign-in-experience/branding', replace: true });
  },
});

const brandingRoute = createRoute({
  getParentRoute: () => tabsRoute,
  path: '/branding',
  component: lazyRouteComponent(() => import('./branding-tab.tsx'), 'BrandingTab'),
});

const methodsRoute = createRoute({
  getParentRoute: () => tabsRoute,
  path: '/sign-up-and-sign-in',
  component: lazyRouteComponent(() => import('./methods-tab.tsx'), 'MethodsTab'),
});

const contentRoute = createRoute({
  getParentRoute: () => tabsRoute,
  path: '/content',
  component: lazyRouteComponent(() => import('./content-tab.tsx'), 'ContentTab'),
});

const fieldsRoute = createRoute({
  getParentRoute: () => tabsRoute,
  path: '/collect-user-profile',
  beforeLoad: ({ context: { texts } }) => texts.open('custom-profile-fields'),
  loader: ({ context: { api, queryClient } }) => void queryClient.prefetchQuery(fieldsQuery(api)),
  component: lazyRouteComponent(() => import('../custom-profile-fields/field-list.tsx'), 'FieldList'),
});

const createFieldRoute = createRoute({
  getParentRoute: () => fieldsRoute,
  path: '/create',
  component: lazyRouteComponent(() => import('../custom-profile-fields/create-field.tsx'), 'CreateField'),
});

/** A separate page; unsaved changes in the tabs are kept. */
const fieldRoute = createRoute({
  getParentRoute: () => experienceRoute,
  path: '/collect-user-profile/fields/$fieldName',
  beforeLoad: ({ context: { texts } }) => texts.open('custom-profile-fields'),
  component: lazyRouteComponent(() => import('../custom-profile-fields/details.tsx'), 'FieldDetails'),
});

export const signInExperienceRoutes = [
  experienceRoute.addChildren([
    tabsRoute.addChildren([
      firstTabRoute,
      brandingRoute,
      methodsRoute,
      fieldsRoute.addChildren([createFieldRoute]),
      contentRoute,
    ]),
    fieldRoute,
  ]),
] as const;
