// Adds machine-to-machine applications to an organization, optionally with roles.
import { useQueryClient } from '@tanstack/react-query';
import type { Application } from '@tessera/contract/applications';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { listQuery } from '../../kit/list-search.ts';
import { AddDialog } from './add-dialog.tsx';
import { organizationApplicationsKey } from './query.ts';

export function AddApplications({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const params = { organizationId };
  return (
    <AddDialog<Application>
      title={t('organizations.applications.add_title')}
      label={t('organizations.applications.choose')}
      searchLabel={t('organizations.applications.search')}
      emptyText={t('organizations.applications.nothing_left')}
      missingText={t('organizations.applications.choose_one')}
      submitLabel={t('organizations.applications.add')}
      addedText={(count) => t('organizations.applications.added_toast', { count })}
      roleType="MachineToMachine"
      query={(search) =>
        api.management.listQuery('/applications', {
          query: { ...listQuery(search), types: 'MachineToMachine', excludeOrganizationId: organizationId },
        })
      }
      nameOf={({ name }) => name}
      render={({ name }) => <bdi>{name}</bdi>}
      add={async (applicationIds, organizationRoleIds) => {
        await api.management.post('/organizations/:organizationId/applications', { params, body: { applicationIds } });
        if (organizationRoleIds.length === 0) return;
        await api.management.post('/organizations/:organizationId/applications/roles', {
          params,
          body: { applicationIds, organizationRoleIds },
        });
      }}
      onSettled={() => void queryClient.invalidateQueries({ queryKey: organizationApplicationsKey })}
      onClose={onClose}
    />
  );
}
