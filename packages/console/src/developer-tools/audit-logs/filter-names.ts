// Names of the chosen user, application and connector, for the chips of their filters. Deleted ones are shown by ID.
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../app/services.tsx';
import { applicationQuery } from '../../authentication/applications/query.ts';
import { loggedConnectorId, useLocalized } from '../../authentication/connectors/connector-name.ts';
import { connectorsQuery } from '../../authentication/sign-in-experience/query.ts';
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

export function useConnectorName(id: string | undefined): string | undefined {
  const { api } = useServices();
  const localized = useLocalized();
  const { data } = useQuery({ ...connectorsQuery(api), enabled: id !== undefined, meta: { silent: true } });
  const connector = data?.find((one) => loggedConnectorId(one) === id);
  return connector ? localized(connector.name) : id;
}
