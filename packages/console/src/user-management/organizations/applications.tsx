// Machine-to-machine applications of an organization, with their roles.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { OrganizationMachine } from '@tessera/contract/organization-members';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { ApplicationName } from '../../authentication/applications/application-name.tsx';
import { AddApplications } from './add-applications.tsx';
import { BelongingList } from './belonging-list.tsx';
import { organizationApplicationsKey, organizationApplicationsQuery } from './query.ts';

const route = getRouteApi('/signed-in/layout/organizations/$id/machine-to-machine');

export function OrganizationApplications() {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const { id: organizationId } = route.useParams();
  const search = route.useSearch();
  return (
    <BelongingList<OrganizationMachine>
      kind="applications"
      roleType="MachineToMachine"
      search={search}
      query={useQuery({
        ...organizationApplicationsQuery(api, organizationId, search),
        placeholderData: keepPreviousData,
      })}
      nameOf={({ name }) => name}
      first={{
        key: 'application',
        title: t('organizations.applications.application'),
        width: '42%',
        cell: (application) => <ApplicationName {...application} />,
      }}
      rolesWidth="48%"
      adding={(onClose) => <AddApplications organizationId={organizationId} onClose={onClose} />}
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
      onChanged={() => void queryClient.invalidateQueries({ queryKey: organizationApplicationsKey })}
    />
  );
}
