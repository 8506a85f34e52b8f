// Support links for users who cannot sign in.
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../kit/form-section.tsx';
import { useExperience } from './experience-context.ts';
import { labelOf } from './field-texts.ts';

export function SupportSection() {
  const { t } = useTranslation();
  const {
    form: { form },
  } = useExperience();
  const plain = { dir: 'ltr' as const, autoComplete: 'off', spellCheck: false };
  return (
    <FormSection title={t('sign-in-experience.content.support')} text={t('sign-in-experience.content.support_text')}>
      <TextInput
        label={labelOf('supportEmail', t)}
        placeholder="support@example.com"
        type="email"
        maxLength={254}
        {...plain}
        {...form.getInputProps('supportEmail')}
      />
      <TextInput
        label={labelOf('supportWebsiteUrl', t)}
        placeholder="https://example.com/help"
        type="url"
        maxLength={2048}
        {...plain}
        {...form.getInputProps('supportWebsiteUrl')}
      />
    </FormSection>
  );
}
