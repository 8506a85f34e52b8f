// What a tenant remembers about the way its console was used: shared by everybody who manages it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { configs } from '@tessera/contract/configs';
import type { Sent } from '@tessera/contract/kit';
import { useServices } from './services.tsx';

type Change = Sent<(typeof configs)['operations']['updateAdminConsole']>['body'];

export function useConsoleConfig() {
  const { api } = useServices();
  const queryClient = useQueryClient();
  const query = api.management.query('/configs/admin-console');
  const { data } = useQuery({ ...query, staleTime: Number.POSITIVE_INFINITY });
  const { mutateAsync: update } = useMutation({
    mutationFn: (body: NonNullable<Change>) => api.management.patch('/configs/admin-console', { body }),
    onSuccess: (config) => queryClient.setQueryData(query.queryKey, config),
  });
  return { config: data, update };
}
