// Mailbox routes.
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { layoutRoute } from '../../app/branches.tsx';
import { parseListSearch } from '../../kit/list-search.ts';
import { mailboxStatusQuery, messageQuery, messagesQuery } from './query.ts';

const listRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/mailbox',
  validateSearch: parseListSearch,
  beforeLoad: ({ context: { settings, texts } }) => {
    if (settings.tenantId === '') throw notFound();
    return texts.open('mailbox');
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, deps }) => {
    void queryClient.prefetchQuery(mailboxStatusQuery(api));
    void queryClient.prefetchQuery(messagesQuery(api, deps));
  },
  component: lazyRouteComponent(() => import('./list.tsx'), 'MessageList'),
});

const messageRoute = createRoute({
  getParentRoute: () => listRoute,
  path: '/$id',
  loader: ({ context: { api, queryClient }, params: { id } }) => void queryClient.prefetchQuery(messageQuery(api, id)),
  component: lazyRouteComponent(() => import('./message-dialog.tsx'), 'MessageDialog'),
});

export const mailboxRoutes = [listRoute.addChildren([messageRoute])] as const;
