// Takes over a newer version of a SAML application, which other pages show as well.
import { useQueryClient } from '@tanstack/react-query';
import type { SamlApplication } from '@tessera/contract/saml-applications';
import type { Versioned } from '../../../app/api.ts';
import { useServices } from '../../../app/services.tsx';
import { applicationListsKey, applicationQuery } from '../query.ts';
import { samlApplicationQuery } from './query.ts';

export function useNewVersion(id: string) {
  const { api } = useServices();
  const queryClient = useQueryClient();
  return (newer: Versioned<SamlApplication>) => {
    queryClient.setQueryData(samlApplicationQuery(api, id).queryKey, newer);
    void queryClient.invalidateQueries({ queryKey: applicationQuery(api, id).queryKey });
    void queryClient.invalidateQueries({ queryKey: applicationListsKey });
  };
}
