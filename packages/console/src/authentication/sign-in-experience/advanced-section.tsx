// Enterprise SSO, registration, and the fallback URL for users without a session.
import { Switch, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../kit/form-section.tsx';
import { useExperience } from './experience-context.ts';
import { labelOf } from './field-texts.ts';
import classes from './sections.module.css';

export function AdvancedSection() {
  const { t } = useTranslation();
  const {
    form: { form },
  } = useExperience();
  return (
    <FormSection title={t('sign-in-experience.advanced.title')} text={t('sign-in-experience.advanced.text')}>
      <div className={classes.linked}>
        <Switch
          label={labelOf('singleSignOnEnabled', t)}
          description={t('sign-in-experience.advanced.sso_hint')}
          {...form.getInputProps('singleSignOnEnabled', { type: 'checkbox' })}
        />
        <Link to="/enterprise-sso">{t('sign-in-experience.advanced.sso_link')}</Link>
      </div>
      <Switch
        label={labelOf('isRegistrationEnabled', t)}
        description={t('sign-in-experience.advanced.registration_hint')}
        {...form.getInputProps('isRegistrationEnabled', { type: 'checkbox' })}
      />
      <TextInput
        label={labelOf('unknownSessionRedirectUrl', t)}
        description={t('sign-in-experience.advanced.unknown_session_hint')}
        placeholder="https://example.com/sign-in"
        dir="ltr"
        type="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={2048}
        {...form.getInputProps('unknownSessionRedirectUrl')}
      />
    </FormSection>
  );
}
