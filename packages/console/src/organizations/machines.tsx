// The machine-to-machine applications of an organization and their roles there.
import { Button, Menu } from '@mantine/core';
import { IconPlus, IconTrash, IconUserShield } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { OrganizationMachine } from '@tessera/contract/organization-members';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { ApplicationName } from '../applications/application-name.tsx';
import { useConfirm } from '../kit/confirm.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { ListSection } from '../kit/list-section.tsx';
import { RowActions } from '../kit/row-actions.tsx';
import { useSuccessToast } from '../kit/success-toast.ts';
import { TagList } from '../kit/tag-list.tsx';
import { AddMachines } from './add-machines.tsx';
import { EditRoles } from './edit-roles.tsx';
import { OrganizationsIllustration } from './illustration.tsx';
import { machinesKey, machinesQuery } from './query.ts';

const route = getRouteApi('/signed-in/layout/organizations/$id/machine-to-machine');

function useRemoval(organizationId: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const remove = useMutation({
    mutationFn: ({ id }: OrganizationMachine) =>
      api.management.del('/organizations/:organizationId/applications/:applicationId', {
        params: { organizationId, applicationId: id },
      }),
    onSuccess: (_, { name }) => {
      toast(t('organizations.removed_toast', { name }));
      void queryClient.invalidateQueries({ queryKey: machinesKey });
    },
  });
  return async (machine: OrganizationMachine) => {
    const agreed = await confirm({
      title: t('organizations.machines.remove_title', { name: machine.name }),
      text: t('organizations.machines.remove_text'),
      confirmLabel: t('general.remove'),
      danger: true,
    });
    if (agreed) remove.mutate(machine);
  };
}

export function OrganizationMachines() {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const { id } = route.useParams();
  const search = route.useSearch();
  const query = useQuery({ ...machinesQuery(api, id, search), placeholderData: keepPreviousData });
  const [open, setOpen] = useState<OrganizationMachine | 'add'>();
  const remove = useRemoval(id);
  const close = () => setOpen(undefined);
  const addButton = (
    <Button leftSection={<IconPlus size={14} />} onClick={() => setOpen('add')}>
      {t('organizations.machines.add')}
    </Button>
  );

  return (
    <>
      <ListSection
        title={t('organizations.machines.title')}
        searchLabel={t('organizations.machines.search')}
        search={search}
        query={query}
        actions={addButton}
        rowKey={(machine) => machine.id}
        columns={[
          {
            key: 'application',
            title: t('organizations.machines.application'),
            width: '42%',
            cell: (machine) => <ApplicationName {...machine} />,
          },
          {
            key: 'roles',
            title: t('organizations.roles.title'),
            width: '48%',
            cell: ({ organizationRoles }) => <TagList items={organizationRoles} />,
          },
          {
            key: 'actions',
            title: t('organizations.actions'),
            width: '10%',
            cell: (machine) => (
              <RowActions label={t('organizations.actions_of', { name: machine.name })}>
                <Menu.Item leftSection={<IconUserShield size={16} />} onClick={() => setOpen(machine)}>
                  {t('organizations.roles.edit')}
                </Menu.Item>
                <Menu.Item
                  c="var(--mantine-color-error)"
                  leftSection={<IconTrash size={16} />}
                  onClick={() => void remove(machine)}
                >
                  {t('general.remove')}
                </Menu.Item>
              </RowActions>
            ),
          },
        ]}
        empty={
          <EmptyState
            illustration={<OrganizationsIllustration />}
            title={t('organizations.machines.empty_title')}
            text={t('organizations.machines.empty_text')}
            action={addButton}
          />
        }
      />
      {open === 'add' && <AddMachines organizationId={id} onClose={close} />}
      {typeof open === 'object' && (
        <EditRoles
          name={open.name}
          type="MachineToMachine"
          held={open.organizationRoles}
          onClose={close}
          save={(organizationRoleIds) =>
            api.management.put('/organizations/:organizationId/applications/:applicationId/roles', {
              params: { organizationId: id, applicationId: open.id },
              body: { organizationRoleIds },
            })
          }
          onSaved={() => void queryClient.invalidateQueries({ queryKey: machinesKey })}
        />
      )}
    </>
  );
}
