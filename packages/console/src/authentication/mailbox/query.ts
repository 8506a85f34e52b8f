// Mailbox queries.
import type { Api } from '../../app/api.ts';
import { keywordQuery, type ListSearch } from '../../kit/list-search.ts';

/** Whether messages are captured. Errors are silent: the page is just not offered. */
export const mailboxStatusQuery = (api: Api) => ({
  ...api.management.query('/mailbox/status'),
  staleTime: 60_000,
  meta: { silent: true },
});

export const messagesQuery = (api: Api, search: ListSearch) =>
  api.management.listQuery('/mailbox/messages', { query: keywordQuery(search) });
export const messagesKey = ['management', '/mailbox/messages'] as const;

export const messageQuery = (api: Api, id: string) => ({
  ...api.management.query('/mailbox/messages/:id', { params: { id } }),
  meta: { panel: true },
});
