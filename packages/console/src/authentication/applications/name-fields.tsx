// Name and description of an application, of all types.
import { Textarea, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';

type Props = {
  form: { getInputProps: (field: 'name' | 'description') => GetInputPropsReturnType };
  isNameFixed?: boolean;
};

export function NameFields({ form, isNameFixed = false }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t('applications.name')}
        withAsterisk
        dir="auto"
        readOnly={isNameFixed}
        {...form.getInputProps('name')}
      />
      <Textarea
        label={t('applications.settings.description')}
        rows={2}
        dir="auto"
        {...form.getInputProps('description')}
      />
    </>
  );
}
