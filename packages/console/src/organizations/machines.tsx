// The machine-to-machine applications of an organization and their roles there.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { OrganizationMachine } from '@tessera/contract/organization-members';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { ApplicationName } from '../applications/application-name.tsx';
import { AddMachines } from './add-machines.tsx';
import { BelongingList } from './belonging-list.tsx';
import { machinesKey, machinesQuery } from './query.ts';

const route = getRouteApi('/signed-in/layout/organizations/$id/machine-to-machine');

export function OrganizationMachines() {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const { id: organizationId } = route.useParams();
  const search = route.useSearch();
  return (
    <BelongingList<OrganizationMachine>
      kind="machines"
      roleType="MachineToMachine"
      search={search}
      query={useQuery({ ...machinesQuery(api, organizationId, search), placeholderData: keepPreviousData })}
      nameOf={({ name }) => name}
      first={{
        key: 'application',
        title: t('organizations.machines.application'),
        width: '42%',
        cell: (machine) => <ApplicationName {...machine} />,
      }}
      rolesWidth="48%"
      adding={(onClose) => <AddMachines organizationId={organizationId} onClose={onClose} />}
      saveRoles={({ id: applicationId }, organizationRoleIds) =>
        api.management.put('/organizations/:organizationId/applications/:applicationId/roles', {
          params: { organizationId, applicationId },
          body: { organizationRoleIds },
        })
      }
      remove={({ id: applicationId }) =>
        api.management.del('/organizations/:organizationId/applications/:applicationId', {
          params: { organizationId, applicationId },
        })
      }
      onChanged={() => void queryClient.invalidateQueries({ queryKey: machinesKey })}
    />
  );
}
