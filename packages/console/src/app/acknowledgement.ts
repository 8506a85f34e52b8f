// Remarks that a person has read, remembered in their account.
import { useQuery } from '@tanstack/react-query';
import { type Acknowledgement, preferencesIn, usePreferences } from './preferences.tsx';
import { useServices } from './services.tsx';

export function useAcknowledgement(name: Acknowledgement) {
  const { api } = useServices();
  const { set } = usePreferences();
  const { data } = useQuery({ ...api.me.query('/custom-data'), staleTime: Number.POSITIVE_INFINITY });
  return {
    // Until it is known, nothing appears that would vanish again.
    acknowledged: data === undefined || preferencesIn(data)[name] === true,
    acknowledge: () => set({ [name]: true }),
  };
}
