// Routes of custom claims.
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { layoutRoute } from '../../app/branches.tsx';
import { isTokenKind, scriptQuery, scriptsQuery } from './token-kinds.ts';

const overviewRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/customize-jwt',
  beforeLoad: ({ context: { settings, texts } }) => {
    if (settings.tenantId === '') throw notFound();
    return texts.open('custom-jwt');
  },
  loader: ({ context: { api, queryClient } }) => {
    void queryClient.prefetchQuery(scriptsQuery(api));
  },
  component: lazyRouteComponent(() => import('./overview.tsx'), 'CustomJwt'),
});

/** Which side panel is open. */
const parseSide = ({ side }: Record<string, unknown>): { side?: 'data' | 'errors' } =>
  side === 'data' || side === 'errors' ? { side } : {};

const scriptRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/customize-jwt/$tokenType/$action',
  validateSearch: parseSide,
  beforeLoad: ({ context: { settings, texts }, params: { tokenType, action } }) => {
    const isKnown = isTokenKind(tokenType) && (action === 'create' || action === 'edit');
    if (settings.tenantId === '' || !isKnown) throw notFound();
    return texts.open('custom-jwt');
  },
  loader: ({ context: { api, queryClient }, params: { tokenType, action } }) => {
    if (!isTokenKind(tokenType)) return;
    if (action === 'edit') void queryClient.prefetchQuery(scriptQuery(api, tokenType));
    else void queryClient.prefetchQuery(scriptsQuery(api));
  },
  component: lazyRouteComponent(() => import('./script-page.tsx'), 'ScriptPage'),
});

export const customJwtRoutes = [overviewRoute, scriptRoute] as const;
