// Name and description of an application.
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../kit/form-section.tsx';
import { NameFields } from './name-fields.tsx';
import type { SettingsForm } from './settings-form.ts';

/** `isDescribed`: by a document, which has the name. */
export function GeneralSection({ form, isDescribed }: { form: SettingsForm; isDescribed: boolean }) {
  const { t } = useTranslation();
  return (
    <FormSection id="general" title={t('applications.settings.general')} text={t('applications.settings.general_text')}>
      <NameFields form={form} isNameFixed={isDescribed} />
    </FormSection>
  );
}
