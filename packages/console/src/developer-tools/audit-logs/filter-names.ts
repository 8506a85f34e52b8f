// Names of the chosen user and application, for the chips of their filters. Deleted ones are shown by ID.
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../app/services.tsx';
import { applicationQuery } from '../../authentication/applications/query.ts';
import { useUserTitle } from '../../user-management/users/user-name.tsx';
import { loggedUsersQuery } from './query.ts';

export function useUserName(id: string | undefined): string | undefined {
  const { api } = useServices();
  const titleOf = useUserTitle();
  const { data } = useQuery({ ...loggedUsersQuery(api, id === undefined ? [] : [id]), enabled: id !== undefined });
  const user = data?.items[0];
  return user ? titleOf(user) : id;
}

export function useApplicationName(id: string | undefined): string | undefined {
  const { api } = useServices();
  const { data } = useQuery({
    ...applicationQuery(api, id ?? ''),
    enabled: id !== undefined,
    meta: { silent: true },
    staleTime: 60_000,
  });
  return data?.name ?? id;
}
