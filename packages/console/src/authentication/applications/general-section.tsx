// Name and description of an application.
import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../kit/form-section.tsx';
import type { SettingsForm } from './settings-form.ts';

/** `isDescribed`: by a document, which has the name. */
export function GeneralSection({ form, isDescribed }: { form: SettingsForm; isDescribed: boolean }) {
  const { t } = useTranslation();
  return (
    <FormSection id="general" title={t('applications.settings.general')} text={t('applications.settings.general_text')}>
      <TextInput
        label={t('applications.name')}
        withAsterisk
        dir="auto"
        readOnly={isDescribed}
        {...form.getInputProps('name')}
      />
      <Textarea
        label={t('applications.settings.description')}
        rows={2}
        dir="auto"
        {...form.getInputProps('description')}
      />
    </FormSection>
  );
}
