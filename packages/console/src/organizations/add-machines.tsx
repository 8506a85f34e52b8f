// Adds machine-to-machine applications to an organization, with roles if wanted.
import { useQueryClient } from '@tanstack/react-query';
import type { Application } from '@tessera/contract/applications';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { listQuery } from '../kit/list-search.ts';
import { AddDialog } from './add-dialog.tsx';
import { machinesKey } from './query.ts';

export function AddMachines({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const params = { organizationId };
  return (
    <AddDialog<Application>
      title={t('organizations.machines.add_title')}
      label={t('organizations.machines.choose')}
      searchLabel={t('organizations.machines.search')}
      emptyText={t('organizations.machines.nothing_left')}
      missingText={t('organizations.machines.choose_one')}
      submitLabel={t('organizations.machines.add')}
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
      onSettled={() => void queryClient.invalidateQueries({ queryKey: machinesKey })}
      onClose={onClose}
    />
  );
}
