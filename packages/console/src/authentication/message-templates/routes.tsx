// Message templates route.
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { layoutRoute } from '../../app/branches.tsx';
import { statusQuery, templatesQuery } from './query.ts';
import { parseTemplateSearch } from './template-search.ts';

const templatesRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/connectors/templates',
  validateSearch: parseTemplateSearch,
  beforeLoad: ({ context: { settings, texts } }) => {
    if (settings.tenantId === '') throw notFound();
    return texts.open('connectors', 'message-templates', 'mailbox');
  },
  loader: ({ context: { api, queryClient } }) => {
    void queryClient.prefetchQuery(templatesQuery(api));
    void queryClient.prefetchQuery(statusQuery(api));
  },
  component: lazyRouteComponent(() => import('./message-templates.tsx'), 'MessageTemplates'),
});

export const messageTemplateRoutes = [templatesRoute] as const;
