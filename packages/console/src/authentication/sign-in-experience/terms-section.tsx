// Terms of use, privacy policy and the agreement policy.
import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../kit/form-section.tsx';
import { useExperience } from './experience-context.ts';
import { labelOf } from './field-texts.ts';

const policies = ['Automatic', 'ManualRegistrationOnly', 'Manual'] as const;

export function TermsSection() {
  const { t } = useTranslation();
  const {
    form: { form },
  } = useExperience();
  const address = (field: 'termsOfUseUrl' | 'privacyPolicyUrl') => ({
    label: labelOf(field, t),
    dir: 'ltr' as const,
    type: 'url',
    autoComplete: 'off',
    spellCheck: false,
    maxLength: 2048,
    ...form.getInputProps(field),
  });
  return (
    <FormSection title={t('sign-in-experience.content.terms')} text={t('sign-in-experience.content.terms_text')}>
      <TextInput {...address('termsOfUseUrl')} placeholder="https://example.com/terms" />
      <TextInput {...address('privacyPolicyUrl')} placeholder="https://example.com/privacy" />
      <Select
        label={labelOf('agreeToTermsPolicy', t)}
        description={t(`sign-in-experience.content.policy_hints.${form.values.agreeToTermsPolicy}`)}
        data={policies.map((value) => ({ value, label: t(`sign-in-experience.content.policies.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('agreeToTermsPolicy')}
      />
    </FormSection>
  );
}
