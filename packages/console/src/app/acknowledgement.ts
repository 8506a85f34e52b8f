// Notices that a user has dismissed, stored in their account.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Acknowledgement, preferencesIn, usePreferences } from './preferences.tsx';
import { useServices } from './services.tsx';

export function useAcknowledgement(name: Acknowledgement) {
  const { api } = useServices();
  const { set } = usePreferences();
  const { data } = useQuery({ ...api.me.query('/custom-data'), staleTime: Number.POSITIVE_INFINITY });
  // The notice disappears at once; saving takes two requests.
  const [dismissed, setDismissed] = useState(false);
  return {
    // Hide the notice until the preference has loaded, so it never flashes.
    acknowledged: dismissed || data === undefined || preferencesIn(data)[name] === true,
    acknowledge: () => {
      setDismissed(true);
      set({ [name]: true });
    },
  };
}
