// Create role, shown over the list: name, type and permissions, then assignment.
import { TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Role, RoleType } from '@tessera/contract/role';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { CreationDialog, useCreationForm } from '../../kit/creation-form.tsx';
import { useLeaveOverlay } from '../../kit/leave-overlay.ts';
import { usePageTitle } from '../../kit/page-title.ts';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { permissionsQuery } from '../resources/query.ts';
import { useIsManagementApi } from '../resources/resource-name.tsx';
import { AssignHolders } from './assign-holders.tsx';
import { checkRoleDescription, checkRoleName } from './check-role.ts';
import { PermissionPicker } from './permission-picker.tsx';
import { aboutRoles } from './query.ts';
import { TypeChoice } from './type-choice.tsx';

const nameInUse = 'role.name_in_use';
const nothingHeld: ReadonlySet<string> = new Set();

type Values = { name: string; description: string; type: RoleType; scopeIds: string[] };

function useCreation(onCreated: (role: Role) => void) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  return useMutation({
    mutationFn: ({ name, description, type, scopeIds }: Values) =>
      api.management.post('/roles', {
        body: { name: name.trim(), description: description.trim(), type, scopeIds },
      }),
    meta: { suppress: [nameInUse] },
    onSuccess: (role) => {
      toast(t('roles.created_toast', { name: role.name }));
      void queryClient.invalidateQueries({ predicate: aboutRoles });
      onCreated(role);
    },
  });
}

export function Creation() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [created, setCreated] = useState<Role>();
  usePageTitle(t('roles.create.title'));
  const close = useLeaveOverlay('/roles');
  if (!created) return <CreateDialog onCreated={setCreated} onClose={close} />;
  // Replace this dialog in the history, so that Back does not reopen it.
  const done = () => void navigate({ to: '/roles/$id/permissions', params: { id: created.id }, replace: true });
  return <AssignHolders role={created} cancelLabel={t('general.skip')} onClose={done} />;
}

/** Management API permissions, which only machine-to-machine roles can have. */
function useMachinePermissions(): ReadonlySet<string> {
  const { api } = useServices();
  const { data = [] } = useQuery(permissionsQuery(api));
  const isManagementApi = useIsManagementApi();
  return new Set(data.filter(isManagementApi).flatMap(({ scopes = [] }) => scopes.map(({ id }) => id)));
}

function CreateDialog({ onCreated, onClose }: { onCreated: (role: Role) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const create = useCreation(onCreated);
  const { form, onSubmit } = useCreationForm<Values>({
    initialValues: { name: '', description: '', type: 'User', scopeIds: [] },
    validate: {
      name: (name) => checkRoleName(name, t),
      description: (description) => checkRoleDescription(description, t),
    },
    create,
    taken: { code: nameInUse, field: 'name', text: t('roles.errors.name_in_use') },
  });
  const forMachines = useMachinePermissions();
  const choose = (type: RoleType) => {
    const { scopeIds } = form.values;
    form.setValues({ type, scopeIds: type === 'User' ? scopeIds.filter((id) => !forMachines.has(id)) : scopeIds });
  };
  return (
    <CreationDialog
      routed
      size="xl"
      title={t('roles.create.title')}
      action={t('roles.create_button')}
      busy={create.isPending}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextInput
        label={t('roles.name')}
        withAsterisk
        dir="auto"
        autoComplete="off"
        {...form.getInputProps('name')}
        data-autofocus
      />
      <TypeChoice value={form.values.type} onChange={choose} />
      <TextInput
        label={t('roles.description')}
        withAsterisk
        dir="auto"
        autoComplete="off"
        {...form.getInputProps('description')}
      />
      <PermissionPicker
        type={form.values.type}
        held={nothingHeld}
        chosen={form.values.scopeIds}
        onChange={(scopeIds) => form.setFieldValue('scopeIds', scopeIds)}
      />
    </CreationDialog>
  );
}
