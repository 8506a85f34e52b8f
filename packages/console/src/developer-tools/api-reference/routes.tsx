// Routes of the API reference.
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { layoutRoute } from '../../app/branches.tsx';
import { parseListSearch } from '../../kit/list-search.ts';

const indexRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/api-reference',
  validateSearch: parseListSearch,
  beforeLoad: ({ context: { settings, texts } }) => {
    if (settings.tenantId === '') throw notFound();
    return texts.open('api-reference');
  },
  component: lazyRouteComponent(() => import('./index-page.tsx'), 'ReferenceIndex'),
});

const operationRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/api-reference/$resource/$operation',
  beforeLoad: async ({ context: { texts } }) => {
    await texts.open('api-reference');
    await texts.i18n.loadNamespaces('errors');
  },
  loader: async ({ params: { resource, operation } }) => {
    const { load } = await import('virtual:api-reference');
    const loaded = await load(resource);
    const found = loaded?.operations.find(({ name }) => name === operation);
    if (!loaded || !found) throw notFound();
    return { resource: loaded, operation: found };
  },
  component: lazyRouteComponent(() => import('./operation-page.tsx'), 'OperationPage'),
});

export const apiReferenceRoutes = [indexRoute, operationRoute] as const;
