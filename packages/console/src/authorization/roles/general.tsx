// General tab of a role: name, description, and whether new users get it by default.
import { Switch, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Role } from '@tessera/contract/role';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { useDetailsForm } from '../../kit/details-form.ts';
import { EditableForm } from '../../kit/editable-form.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import { checkRoleDescription, checkRoleName } from './check-role.ts';
import { aboutRoles, roleQuery } from './query.ts';

type Values = { name: string; description: string; isDefault: boolean };

const labels = {
  name: 'roles.name',
  description: 'roles.description',
  isDefault: 'roles.general.default',
} as const satisfies Record<keyof Values, string>;

const route = getRouteApi('/signed-in/layout/roles/$id');

export function RoleGeneral() {
  const { api } = useServices();
  const { id } = route.useParams();
  const { data } = useQuery(roleQuery(api, id));
  return data ? <Form key={id} role={data} /> : null;
}

function useRoleForm(role: Versioned<Role>) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const params = { id: role.id };
  return useDetailsForm<Role, Values>({
    entity: role,
    valuesOf: ({ name, description, isDefault }) => ({ name, description, isDefault }),
    validate: ({ name, description }) => {
      const errors = { name: checkRoleName(name, t), description: checkRoleDescription(description, t) };
      return Object.fromEntries(
        Object.entries(errors).flatMap(([field, text]) => (text === null ? [] : [[field, text]])),
      );
    },
    read: () => api.management.get('/roles/:id', { params }),
    write: ({ etag }, { name, description, isDefault }, changed) =>
      api.management.patch('/roles/:id', {
        params,
        body: {
          ...(changed.includes('name') && { name: name.trim() }),
          ...(changed.includes('description') && { description: description.trim() }),
          ...(changed.includes('isDefault') && { isDefault }),
        },
        etag,
      }),
    onNewVersion: (saved) => {
      queryClient.setQueryData(roleQuery(api, role.id).queryKey, saved);
      void queryClient.invalidateQueries({ predicate: aboutRoles });
    },
    refusals: { 'role.name_in_use': { field: 'name', text: t('roles.errors.name_in_use') } },
  });
}

function Form({ role }: { role: Versioned<Role> }) {
  const { t } = useTranslation();
  const work = useRoleForm(role);
  const { form } = work;
  return (
    <EditableForm work={work} labelOf={(field) => t(labels[field])}>
      <FormSection title={t('roles.general.title')} text={t('roles.general.text')}>
        <TextInput label={t('roles.name')} withAsterisk dir="auto" {...form.getInputProps('name')} />
        <TextInput label={t('roles.description')} withAsterisk dir="auto" {...form.getInputProps('description')} />
        {role.type === 'User' && (
          <Switch
            label={t('roles.general.default')}
            description={t('roles.general.default_hint')}
            {...form.getInputProps('isDefault', { type: 'checkbox' })}
          />
        )}
      </FormSection>
    </EditableForm>
  );
}
