// General tab of an API resource: name, token lifetime and default flag.
import { Switch, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Resource } from '@tessera/contract/resources';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { useDetailsForm } from '../../kit/details-form.ts';
import { EditableForm } from '../../kit/editable-form.tsx';
import { FormSection, FormSections } from '../../kit/form-section.tsx';
import { checkLifetime, checkName } from './check-resource.ts';
import { aboutResources, resourceQuery } from './query.ts';
import { useIsManagementApi } from './resource-name.tsx';
import { TryIt } from './try-it.tsx';

type Values = { name: string; accessTokenTtl: string; isDefault: boolean };

const labels = {
  name: 'resources.name',
  accessTokenTtl: 'resources.general.lifetime',
  isDefault: 'resources.general.default',
} as const satisfies Record<keyof Values, string>;

const route = getRouteApi('/signed-in/layout/api-resources/$id');

export function ResourceGeneral() {
  const { api } = useServices();
  const { id } = route.useParams();
  const { data } = useQuery(resourceQuery(api, id));
  const isManagementApi = useIsManagementApi();
  if (!data) return null;
  return isManagementApi(data) ? <Fixed resource={data} /> : <Form key={id} resource={data} />;
}

/** The Management API is read-only. */
function Fixed({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  return (
    <FormSections>
      <FormSection title={t('resources.details.general')} text={t('resources.general.fixed')}>
        <TextInput label={t('resources.name')} value={resource.name} readOnly />
        <TextInput label={t('resources.general.lifetime')} value={resource.accessTokenTtl} readOnly />
      </FormSection>
      <TrySection resource={resource} />
    </FormSections>
  );
}

function TrySection({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  return (
    <FormSection title={t('resources.try.title')} text={t('resources.try.text')}>
      <TryIt resource={resource} />
    </FormSection>
  );
}

function useResourceForm(resource: Versioned<Resource>) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const params = { id: resource.id };
  return useDetailsForm<Resource, Values>({
    entity: resource,
    valuesOf: ({ name, accessTokenTtl, isDefault }) => ({ name, accessTokenTtl: String(accessTokenTtl), isDefault }),
    validate: ({ name, accessTokenTtl }) => {
      const errors = { name: checkName(name, t), accessTokenTtl: checkLifetime(accessTokenTtl, t) };
      return Object.fromEntries(
        Object.entries(errors).flatMap(([field, text]) => (text === null ? [] : [[field, text]])),
      );
    },
    read: () => api.management.get('/resources/:id', { params }),
    write: async (base, { name, accessTokenTtl, isDefault }, changed) => {
      const body = {
        ...(changed.includes('name') && { name: name.trim() }),
        ...(changed.includes('accessTokenTtl') && { accessTokenTtl: Number(accessTokenTtl) }),
      };
      const { etag } = base;
      const saved = await api.management.patch('/resources/:id', { params, body, etag });
      if (!changed.includes('isDefault')) return saved;
      await api.management.patch('/resources/:id/is-default', { params, body: { isDefault } });
      return api.management.get('/resources/:id', { params });
    },
    onNewVersion: (saved) => {
      queryClient.setQueryData(resourceQuery(api, resource.id).queryKey, saved);
      // A different API may have been the default until now.
      void queryClient.invalidateQueries({ predicate: aboutResources });
    },
  });
}

function Form({ resource }: { resource: Versioned<Resource> }) {
  const { t } = useTranslation();
  const work = useResourceForm(resource);
  const { form } = work;
  return (
    <EditableForm work={work} labelOf={(field) => t(labels[field])}>
      <FormSection title={t('resources.details.general')} text={t('resources.general.text')}>
        <TextInput label={t('resources.name')} withAsterisk dir="auto" {...form.getInputProps('name')} />
      </FormSection>
      <FormSection title={t('resources.general.tokens')} text={t('resources.general.tokens_text')}>
        <TextInput
          label={t('resources.general.lifetime')}
          description={t('resources.general.lifetime_hint')}
          withAsterisk
          inputMode="numeric"
          dir="ltr"
          {...form.getInputProps('accessTokenTtl')}
        />
        <Switch
          label={t('resources.general.default')}
          description={t('resources.general.default_hint')}
          {...form.getInputProps('isDefault', { type: 'checkbox' })}
        />
      </FormSection>
      <TrySection resource={resource} />
    </EditableForm>
  );
}
