// The account of the person at the console, as its own page needs it.
import { useQuery } from '@tanstack/react-query';
import type { Answer } from '@tessera/contract/kit';
import type { me } from '@tessera/contract/me';
import { useServices } from '../app/services.tsx';

export type OwnAccount = Answer<(typeof me)['operations']['get']>;

export function useOwnAccount() {
  const { api } = useServices();
  return useQuery({ ...api.me.query(''), meta: { panel: true } });
}

/** Pictures are uploaded where there is a place to store them; elsewhere people name an address. */
export function useAssetService() {
  const { api } = useServices();
  return useQuery({
    ...api.me.query('/user-assets/service-status'),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });
}
