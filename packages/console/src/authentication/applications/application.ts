// Loads everything an application's page shows as one query, so the page appears complete or with an error.
import { useQueries } from '@tanstack/react-query';
import { useServices } from '../../app/services.tsx';
import { applicationQuery, discoveryQuery, secretsQuery } from './query.ts';

export function useApplication(id: string) {
  const { api, settings } = useServices();
  const [application, secrets, discovery] = useQueries({
    queries: [applicationQuery(api, id), secretsQuery(api, id), discoveryQuery(settings.tenantEndpoint)],
  });
  const parts = [application, secrets, discovery];
  const data =
    application.data && secrets.data && discovery.data
      ? { application: application.data, secrets: secrets.data, discovery: discovery.data }
      : undefined;
  return {
    data,
    error: data ? null : (parts.find(({ error }) => error)?.error ?? null),
    retry: () => {
      for (const part of parts) if (part.error) void part.refetch();
    },
  };
}
export type ApplicationData = NonNullable<ReturnType<typeof useApplication>['data']>;
