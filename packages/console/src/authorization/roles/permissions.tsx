// Permissions of a role.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Resource, Scope } from '@tessera/contract/resources';
import type { Role } from '@tessera/contract/role';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { AssignDialog } from '../../kit/assign-dialog.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ListSection } from '../../kit/list-section.tsx';
import { NoValue } from '../../kit/no-value.tsx';
import { PermissionName } from '../../kit/permission-name.tsx';
import { RowMenu } from '../../kit/row-menu.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { PermissionDialog } from '../resources/permission-dialog.tsx';
import { useIsManagementApi } from '../resources/resource-name.tsx';
import { RolesIllustration } from './illustration.tsx';
import { PermissionPicker } from './permission-picker.tsx';
import { aboutRoles, allRoleScopesQuery, roleQuery, roleScopesQuery } from './query.ts';

type Granted = Scope & { resource: Resource };

const route = getRouteApi('/signed-in/layout/roles/$id/permissions');

function useRemoval(roleId: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const remove = useMutation({
    mutationFn: ({ id }: Granted) =>
      api.management.del('/roles/:id/scopes/:scopeId', { params: { id: roleId, scopeId: id } }),
    onSuccess: (_, { name }) => {
      toast(t('roles.permissions.removed_toast', { name }));
      void queryClient.invalidateQueries({ predicate: aboutRoles });
    },
  });
  return async (permission: Granted) => {
    const agreed = await confirm({
      title: t('roles.permissions.remove_title', { name: permission.name }),
      text: t('roles.permissions.remove_text'),
      confirmLabel: t('general.remove'),
      danger: true,
    });
    if (agreed) remove.mutate(permission);
  };
}

export function RolePermissions() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id } = route.useParams();
  const search = route.useSearch();
  const { data: role } = useQuery(roleQuery(api, id));
  const query = useQuery({ ...roleScopesQuery(api, id, search), placeholderData: keepPreviousData });
  const isManagementApi = useIsManagementApi();
  const [open, setOpen] = useState<Granted | 'assign'>();
  const remove = useRemoval(id);
  const close = () => setOpen(undefined);
  if (!role) return null;
  const assignButton = (
    <Button leftSection={<IconPlus size={14} />} onClick={() => setOpen('assign')}>
      {t('roles.permissions.assign')}
    </Button>
  );
  return (
    <>
      <ListSection<Granted>
        title={t('roles.permissions.title')}
        searchLabel={t('roles.permissions.search')}
        actions={assignButton}
        search={search}
        query={query}
        rowKey={(permission) => permission.id}
        columns={[
          {
            key: 'name',
            title: t('resources.permissions.name'),
            width: '30%',
            cell: ({ name }) => <PermissionName name={name} />,
          },
          {
            key: 'description',
            title: t('resources.permissions.description'),
            width: '32%',
            cell: ({ description }) => (description ? <span dir="auto">{description}</span> : <NoValue />),
          },
          {
            key: 'api',
            title: t('roles.permissions.api'),
            width: '28%',
            cell: ({ resource }) => (
              <Link to="/api-resources/$id/general" params={{ id: resource.id }} dir="auto">
                {resource.name}
              </Link>
            ),
          },
          {
            key: 'actions',
            title: t('general.actions'),
            width: '10%',
            cell: (permission) => (
              <RowMenu
                name={permission.name}
                onEdit={isManagementApi(permission.resource) ? undefined : () => setOpen(permission)}
                onDelete={() => void remove(permission)}
                deleteLabel={t('general.remove')}
              />
            ),
          },
        ]}
        empty={
          <EmptyState
            illustration={<RolesIllustration />}
            title={t('roles.permissions.empty_title')}
            text={t('roles.permissions.empty_text')}
            action={assignButton}
          />
        }
      />
      {open === 'assign' && <AssignPermissions role={role} onClose={close} />}
      {typeof open === 'object' && <PermissionDialog resourceId={open.resourceId} permission={open} onClose={close} />}
    </>
  );
}

function AssignPermissions({ role: { id, name, type }, onClose }: { role: Role; onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const [chosen, setChosen] = useState<string[]>([]);
  const { data: held } = useQuery({ ...allRoleScopesQuery(api, id), staleTime: 0 });
  const assign = useMutation({
    mutationFn: (scopeIds: string[]) =>
      api.management.post('/roles/:id/scopes', { params: { id }, body: { scopeIds } }),
    onSuccess: (_, scopeIds) => {
      toast(t('roles.assigned_toast.permissions', { count: scopeIds.length }));
      void queryClient.invalidateQueries({ predicate: aboutRoles });
      onClose();
    },
  });
  return (
    <AssignDialog
      title={t('roles.permissions.assign_title', { name })}
      submitLabel={t('roles.permissions.assign')}
      empty={chosen.length === 0}
      busy={assign.isPending}
      onSubmit={() => assign.mutate(chosen)}
      onClose={onClose}
    >
      <PermissionPicker
        type={type}
        held={held && new Set(held.map((permission) => permission.id))}
        chosen={chosen}
        onChange={setChosen}
      />
    </AssignDialog>
  );
}
