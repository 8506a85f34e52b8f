// Queries for the message templates page.
import type { QueryClient } from '@tanstack/react-query';
import type { Answer, Sent } from '@tessera/contract/kit';
import type { messageTemplates } from '@tessera/contract/message-templates';
import type { MessageChannel, TemplateType } from '@tessera/contract/message-types';
import type { Api } from '../../app/api.ts';

type Operations = (typeof messageTemplates)['operations'];
export type Template = Answer<Operations['get']>;
export type TemplateLanguages = Answer<Operations['list']>[number];
export type TemplateStatus = Answer<Operations['status']>;
export type ChannelStatus = TemplateStatus['email'];
export type Preview = Answer<Operations['preview']>;
export type Draft = NonNullable<Sent<Operations['preview']>['body']>;
export type Sample = NonNullable<Draft['sample']>;
export type Details = Draft['details'];

export type TemplateKey = { channel: MessageChannel; templateType: TemplateType; languageTag: string };

const path = '/message-templates/:channel/:templateType/:languageTag';

export const templatesQuery = (api: Api) => ({ ...api.management.query('/message-templates'), meta: { panel: true } });

export const statusQuery = (api: Api) => api.management.query('/message-templates/status');

export const templateQuery = (api: Api, params: TemplateKey) => ({
  ...api.management.query(path, { params }),
  meta: { panel: true },
});

export const readTemplate = (api: Api, params: TemplateKey) => api.management.get(path, { params });
export const saveTemplate = (api: Api, params: TemplateKey, body: Details, etag: string) =>
  api.management.put(path, { params, body, etag });
export const removeTemplate = (api: Api, params: TemplateKey) => api.management.del(path, { params });

export const previewQuery = (api: Api, body: Draft) => ({
  queryKey: ['management', '/message-templates/preview', body] as const,
  queryFn: () => api.management.post('/message-templates/preview', { body }),
  gcTime: 60_000,
  meta: { silent: true },
});

/** A template also serves readers of languages without one, so all of them may have changed. */
export const refreshTemplates = (queryClient: QueryClient, except?: readonly unknown[]) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) =>
      (queryKey[1] === '/message-templates' || queryKey[1] === path) &&
      JSON.stringify(queryKey) !== JSON.stringify(except),
  });
