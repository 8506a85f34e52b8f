// Name and description of an organization role.
import { Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { OrganizationRole } from '@tessera/contract/organization-template';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { useDetailsForm } from '../../kit/details-form.ts';
import { EditableForm } from '../../kit/editable-form.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import { checkLength, checkName, withoutGaps } from '../../kit/required-text.ts';
import { nameTaken } from './name-taken.ts';
import { roleQuery, rolesKey } from './query.ts';

const route = getRouteApi('/signed-in/layout/organization-template/roles/$id');

export function RoleGeneral() {
  const { api } = useServices();
  const { id } = route.useParams();
  // The surrounding page shows loading and error states.
  const { data } = useQuery(roleQuery(api, id));
  return data ? <Form key={id} role={data} /> : null;
}

type Values = { name: string; description: string };
const valuesOf = ({ name, description }: OrganizationRole): Values => ({ name, description: description ?? '' });

function Form({ role }: { role: Versioned<OrganizationRole> }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const params = { organizationRoleId: role.id };
  const labels = { name: t('organization-template.roles.name'), description: t('organization-template.description') };
  const work = useDetailsForm<OrganizationRole, Values>({
    entity: role,
    valuesOf,
    validate: ({ name, description }) =>
      withoutGaps({ name: checkName(name, 128, t), description: checkLength(description, 256, t) }),
    read: () => api.management.get('/organization-roles/:organizationRoleId', { params }),
    write: ({ etag }, { name, description }) =>
      api.management.patch('/organization-roles/:organizationRoleId', {
        params,
        body: { name: name.trim(), description: description.trim() || null },
        etag,
      }),
    onNewVersion: (saved) => {
      queryClient.setQueryData(roleQuery(api, role.id).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: rolesKey });
    },
    refusals: { [nameTaken]: { field: 'name', text: t('organization-template.roles.name_taken') } },
  });
  const { form } = work;
  return (
    <EditableForm work={work} labelOf={(field) => labels[field]}>
      <FormSection title={t('organization-template.role.general')} text={t('organization-template.role.general_text')}>
        <TextInput label={labels.name} withAsterisk dir="auto" {...form.getInputProps('name')} />
        <Textarea label={labels.description} rows={2} dir="auto" {...form.getInputProps('description')} />
      </FormSection>
    </EditableForm>
  );
}
