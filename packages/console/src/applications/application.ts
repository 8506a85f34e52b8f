// Everything about one application that its page shows, loaded together: it appears whole or says why it cannot.
import { useQueries } from '@tanstack/react-query';
import { useServices } from '../app/services.tsx';
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
export type ApplicationParts = NonNullable<ReturnType<typeof useApplication>['data']>;
