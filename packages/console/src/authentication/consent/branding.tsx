// How a third-party application appears on the consent page.
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Application } from '@tessera/contract/applications';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { useDetailsForm } from '../../kit/details-form.ts';
import { EditableForm } from '../../kit/editable-form.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import { ImageField } from '../../kit/image-field.tsx';
import { type Experience, lookQuery, readLook, saveLook } from '../applications/look-query.ts';
import { type BrandingValues, brandingBodyOf, brandingValuesOf, checkBranding } from './branding-values.ts';

const labels = {
  displayName: 'consent.branding.name',
  logoUrl: 'consent.branding.logo',
  darkLogoUrl: 'consent.branding.dark_logo',
  termsOfUseUrl: 'consent.branding.terms',
  privacyPolicyUrl: 'consent.branding.privacy',
} as const satisfies Record<keyof BrandingValues, string>;

type Props = { application: Application; look: Versioned<Experience> };

function useBrandingForm({ application: { id }, look }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  return useDetailsForm<Experience, BrandingValues>({
    entity: look,
    valuesOf: ({ stored }) => brandingValuesOf(stored),
    validate: (values) =>
      checkBranding(values, {
        nameLong: (count) => t('consent.branding.name_long', { count }),
        address: t('consent.branding.address'),
      }),
    read: () => readLook(api, id),
    write: (base, values) => saveLook(api, id, base, (stored) => brandingBodyOf(stored, values)),
    onNewVersion: (newer) => queryClient.setQueryData(lookQuery(api, id).queryKey, newer),
    fieldOf: ({ path: [first, second] }) => {
      const field = String(first === 'branding' ? second : first);
      return Object.hasOwn(labels, field) ? field : undefined;
    },
  });
}

export function ConsentBranding(props: Props) {
  const { t } = useTranslation();
  const work = useBrandingForm(props);
  const { form } = work;
  const { name } = props.application;
  const address = { type: 'url', dir: 'ltr', placeholder: 'https://', autoComplete: 'off' } as const;
  return (
    <EditableForm work={work} labelOf={(field) => t(labels[field])}>
      <FormSection title={t('consent.branding.look')} text={t('consent.branding.look_text')}>
        <TextInput
          label={t(labels.displayName)}
          description={t('consent.branding.name_hint', { name })}
          placeholder={name}
          dir="auto"
          autoComplete="off"
          {...form.getInputProps('displayName')}
        />
        {(['logoUrl', 'darkLogoUrl'] as const).map((field) => (
          <ImageField
            key={field}
            label={t(labels[field])}
            value={form.values[field]}
            error={form.errors[field]}
            onChange={(url) => form.setFieldValue(field, url)}
            onBlur={() => void form.validateField(field)}
            data-path={field}
          />
        ))}
      </FormSection>
      <FormSection title={t('consent.branding.documents')} text={t('consent.branding.documents_text')}>
        <TextInput label={t(labels.termsOfUseUrl)} {...address} {...form.getInputProps('termsOfUseUrl')} />
        <TextInput label={t(labels.privacyPolicyUrl)} {...address} {...form.getInputProps('privacyPolicyUrl')} />
      </FormSection>
    </EditableForm>
  );
}
