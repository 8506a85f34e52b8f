// Queries for the pages of SAML applications.
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../../app/api.ts';

export const samlApplicationQuery = (api: Api, id: string) => ({
  ...api.management.query('/saml-applications/:id', { params: { id } }),
  meta: { panel: true },
});

/** The newest first. */
export const certificatesQuery = (api: Api, id: string) => ({
  ...api.management.query('/saml-applications/:id/secrets', { params: { id } }),
  meta: { panel: true },
});

const previewPath = '/saml-applications/:id/assertion-previews';

/** `etag`: the version of the application, since each has another assertion. */
export const previewQuery = (api: Api, id: string, etag: string, userId: string) =>
  queryOptions({
    queryKey: ['management', previewPath, id, etag, userId] as const,
    queryFn: () => api.management.post(previewPath, { params: { id }, body: { userId } }),
    // The user may have changed when they are chosen again.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });
