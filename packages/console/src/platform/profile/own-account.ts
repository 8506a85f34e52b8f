// The signed-in user's own account.
import { useQuery } from '@tanstack/react-query';
import type { Answer } from '@tessera/contract/kit';
import type { profile } from '@tessera/contract/profile';
import { useServices } from '../../app/services.tsx';

export type OwnAccount = Answer<(typeof profile)['operations']['get']>;

export function useOwnAccount() {
  const { api } = useServices();
  return useQuery({ ...api.me.query(''), meta: { panel: true } });
}

/** Images can be uploaded if storage is configured; otherwise the user enters a URL. */
export function useAssetService() {
  const { api } = useServices();
  return useQuery({
    ...api.me.query('/user-assets/service-status'),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });
}
