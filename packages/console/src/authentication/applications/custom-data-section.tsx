// Free-form custom data of an application, of all types.
import type { GetInputPropsReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../kit/form-section.tsx';
import { JsonField } from '../../kit/json-field.tsx';

type Props = { form: { getInputProps: (field: 'customData') => GetInputPropsReturnType } };

export function CustomDataSection({ form }: Props) {
  const { t } = useTranslation();
  const { value, error, onChange, onBlur } = form.getInputProps('customData');
  return (
    <FormSection
      id="custom-data"
      title={t('applications.settings.custom_data')}
      text={t('applications.settings.custom_data_text')}
    >
      <JsonField
        label={t('applications.settings.custom_data')}
        description={`${t('applications.settings.custom_data_hint')} ${t('fields.leave_editor')}`}
        value={value}
        error={error}
        onChange={onChange}
        onBlur={onBlur}
        data-path="customData"
      />
    </FormSection>
  );
}
