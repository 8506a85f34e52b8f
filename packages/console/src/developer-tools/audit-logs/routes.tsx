// Routes of the audit log and of single entries, including those below applications and users.
import type { QueryClient } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import type { Api } from '../../app/api.ts';
import { layoutRoute } from '../../app/branches.tsx';
import type { Texts } from '../../app/language.ts';
import { parseLogSearch } from './log-search.ts';
import { logQuery, logsQuery } from './query.ts';

type Context = { api: Api; queryClient: QueryClient; texts: Texts };

/** Entries show names of applications and users. */
const openTexts = ({ context: { texts } }: { context: Pick<Context, 'texts'> }) =>
  Promise.all((['audit-logs', 'applications', 'users'] as const).map((feature) => texts.open(feature)));
/** The values of a change have the labels of the forms. */
const openAllTexts = ({ context: { texts } }: { context: Pick<Context, 'texts'> }) =>
  Promise.all([
    openTexts({ context: { texts } }),
    ...(['roles', 'organizations', 'webhooks', 'sign-in-experience', 'mfa'] as const).map((feature) =>
      texts.open(feature),
    ),
  ]);
const loadEntry = ({ api, queryClient }: Pick<Context, 'api' | 'queryClient'>, logId: string) =>
  void queryClient.prefetchQuery(logQuery(api, logId));

const listRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/audit-logs',
  validateSearch: parseLogSearch,
  beforeLoad: ({ context }) => {
    if (context.settings.tenantId === '') throw notFound();
    return openTexts({ context });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, deps, location }) => {
    const kind = location.pathname.endsWith('/changes') ? 'changes' : 'events';
    void queryClient.prefetchQuery(logsQuery(api, kind, deps));
  },
  component: lazyRouteComponent(() => import('./list.tsx'), 'AuditLogs'),
});

const changesRoute = createRoute({
  getParentRoute: () => listRoute,
  path: '/changes',
  component: lazyRouteComponent(() => import('./change-list.tsx'), 'ChangeList'),
});

const entryRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/audit-logs/$logId',
  validateSearch: parseLogSearch,
  beforeLoad: openAllTexts,
  loader: ({ context, params: { logId } }) => loadEntry(context, logId),
  component: lazyRouteComponent(() => import('./details.tsx'), 'AuditLogDetails'),
});

const ofApplicationRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/applications/$id/logs/$logId',
  validateSearch: parseLogSearch,
  beforeLoad: openTexts,
  loader: ({ context, params: { logId } }) => loadEntry(context, logId),
  component: lazyRouteComponent(() => import('./details.tsx'), 'ApplicationLogDetails'),
});

const ofUserRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/users/$id/logs/$logId',
  validateSearch: parseLogSearch,
  beforeLoad: openTexts,
  loader: ({ context, params: { logId } }) => loadEntry(context, logId),
  component: lazyRouteComponent(() => import('./details.tsx'), 'UserLogDetails'),
});

export const auditLogRoutes = [
  listRoute.addChildren([changesRoute]),
  entryRoute,
  ofApplicationRoute,
  ofUserRoute,
] as const;
