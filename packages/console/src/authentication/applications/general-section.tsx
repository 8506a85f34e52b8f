// Name and description of an application.
import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../kit/form-section.tsx';
import type { SettingsForm } from './settings-form.ts';

export function GeneralSection({ form }: { form: SettingsForm }) {
  const { t } = useTranslation();
  return (
    <FormSection id="general" title={t('applications.settings.general')} text={t('applications.settings.general_text')}>
      <TextInput label={t('applications.name')} withAsterisk dir="auto" {...form.getInputProps('name')} />
      <Textarea
        label={t('applications.settings.description')}
        rows={2}
        dir="auto"
        {...form.getInputProps('description')}
      />
    </FormSection>
  );
}
