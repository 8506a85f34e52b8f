// One profile field: label, validation and parts.
import { Menu } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { useDetailsForm } from '../../kit/details-form.ts';
import { BackLink, DetailsError, DetailsPage, DetailsSkeleton } from '../../kit/details-page.tsx';
import { EditableForm } from '../../kit/editable-form.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { TagList } from '../../kit/tag-list.tsx';
import { PartsForm } from './components-form.tsx';
import { dataKeys } from './field-defaults.ts';
import { FieldIcon } from './field-icon.tsx';
import { fieldName } from './field-name.ts';
import { bodyOf, checkField, type FieldValues, valuesOf } from './field-values.ts';
import { fieldQuery, fieldsQuery, type ProfileField } from './query.ts';
import { SettingsForm } from './settings-form.tsx';

const route = getRouteApi('/signed-in/layout/sign-in-experience/collect-user-profile/fields/$fieldName');
const list = '/sign-in-experience/collect-user-profile';

export function FieldDetails() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { fieldName: name } = route.useParams();
  const { data, error, refetch } = useQuery(fieldQuery(api, name));
  const back = <BackLink to={list}>{t('custom-profile-fields.back')}</BackLink>;
  if (data) return <Form key={name} field={data} back={back} />;
  if (!error) return <DetailsSkeleton back={back} />;
  return (
    <DetailsError
      back={back}
      error={error}
      notFoundTitle={t('custom-profile-fields.not_found')}
      onRetry={() => void refetch()}
    />
  );
}

function useRemoval({ name }: ProfileField) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const remove = useMutation({
    mutationFn: () => api.management.del('/custom-profile-fields/:name', { params: { name } }),
    onSuccess: async () => {
      toast(t('custom-profile-fields.deleted'));
      // Skip the unsaved-changes prompt: the field is gone.
      await navigate({ to: list, ignoreBlocker: true });
      queryClient.removeQueries({ queryKey: fieldQuery(api, name).queryKey });
      void queryClient.invalidateQueries({ queryKey: fieldsQuery(api).queryKey });
    },
  });
  return async () => {
    const agreed = await confirm({
      title: t('custom-profile-fields.delete_title'),
      text: t('custom-profile-fields.delete_text'),
      confirmLabel: t('general.delete'),
      danger: true,
    });
    if (agreed) remove.mutate();
  };
}

function Form({ field, back }: { field: Versioned<ProfileField>; back: React.ReactNode }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const { name } = field;
  const params = { name };
  const work = useDetailsForm<ProfileField, FieldValues>({
    entity: field,
    valuesOf,
    validate: (values) => checkField(name, values, t),
    read: () => api.management.get('/custom-profile-fields/:name', { params }),
    write: ({ etag }, values) =>
      api.management.put('/custom-profile-fields/:name', { params, body: bodyOf(values), etag }),
    onNewVersion: (saved) => {
      queryClient.setQueryData(fieldQuery(api, name).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: fieldsQuery(api).queryKey });
    },
    fieldOf: ({ path }, values) => [...path].map(String).find((part) => Object.hasOwn(values, part)),
  });
  const { form } = work;
  const remove = useRemoval(field);
  const { values } = form;
  const title = fieldName(name, values.label, t);
  const isComposite = values.type === 'Address' || values.type === 'Fullname';
  const keys = dataKeys({ name, config: { parts: values.parts.map((part) => ({ ...part, config: {} })) } });
  return (
    <DetailsPage
      back={back}
      icon={<FieldIcon type={values.type} size={24} />}
      title={title}
      type={t(`custom-profile-fields.types.${values.type}`)}
      id={{ label: t('custom-profile-fields.key.label'), value: name }}
      menu={
        <Menu.Item color="red" leftSection={<IconTrash size={14} />} onClick={() => void remove()}>
          {t('general.delete')}
        </Menu.Item>
      }
      tabs={
        <span dir="ltr">
          <TagList items={keys.map((key) => ({ id: key, name: key }))} />
        </span>
      }
    >
      <EditableForm
        work={work}
        labelOf={(entry) => t(`custom-profile-fields.fields.${entry}`)}
        textOf={(entry, stored) => (entry === 'parts' ? stored.parts.map((part) => part.name).join('\n') : undefined)}
      >
        {isComposite ? (
          <PartsForm values={values} errors={form.errors} onChange={(parts) => form.setFieldValue('parts', parts)} />
        ) : (
          <FormSection title={t('custom-profile-fields.settings')} text={t('custom-profile-fields.settings_text')}>
            <SettingsForm
              name={name}
              dataKey={keys[0] ?? name}
              settings={values}
              errorOf={(entry) => form.errors[entry]}
              onChange={(settings) => form.setValues({ ...settings })}
              onBlur={(entry) => void form.validateField(entry)}
            />
          </FormSection>
        )}
      </EditableForm>
    </DetailsPage>
  );
}
