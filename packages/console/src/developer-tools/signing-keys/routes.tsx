// Signing keys route.
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { layoutRoute } from '../../app/branches.tsx';
import { keysQuery, parseKeySearch, rotationQuery } from './key-kinds.ts';

const signingKeysRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/signing-keys',
  validateSearch: parseKeySearch,
  beforeLoad: ({ context: { settings, texts } }) => {
    if (settings.tenantId === '') throw notFound();
    return texts.open('signing-keys');
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, deps: { keys } }) => {
    void queryClient.prefetchQuery(keysQuery(api, keys === 'cookie' ? keys : 'private'));
    if (keys !== 'cookie') void queryClient.prefetchQuery(rotationQuery(api));
  },
  component: lazyRouteComponent(() => import('./signing-keys.tsx'), 'SigningKeys'),
});

export const signingKeyRoutes = [signingKeysRoute] as const;
