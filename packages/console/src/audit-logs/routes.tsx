// The audit log, its changes, and the pages of single entries, the log of an application among them.
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { layoutRoute } from '../app/branches.tsx';
import { parseLogSearch } from './log-search.ts';
import { logQuery, logsQuery } from './query.ts';

const listRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/audit-logs',
  validateSearch: parseLogSearch,
  beforeLoad: ({ context: { settings, texts } }) => {
    if (settings.tenantId === '') throw notFound();
    return Promise.all([texts.open('audit-logs'), texts.open('applications'), texts.open('users')]);
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
  beforeLoad: ({ context: { texts } }) =>
    Promise.all([texts.open('audit-logs'), texts.open('applications'), texts.open('users')]),
  loader: ({ context: { api, queryClient }, params: { logId } }) =>
    void queryClient.prefetchQuery(logQuery(api, logId)),
  component: lazyRouteComponent(() => import('./details.tsx'), 'AuditLogDetails'),
});

const ofApplicationRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/applications/$id/logs/$logId',
  validateSearch: parseLogSearch,
  beforeLoad: ({ context: { texts } }) =>
    Promise.all([texts.open('audit-logs'), texts.open('applications'), texts.open('users')]),
  loader: ({ context: { api, queryClient }, params: { logId } }) =>
    void queryClient.prefetchQuery(logQuery(api, logId)),
  component: lazyRouteComponent(() => import('./details.tsx'), 'ApplicationLogDetails'),
});

export const auditLogRoutes = [listRoute.addChildren([changesRoute]), entryRoute, ofApplicationRoute] as const;
