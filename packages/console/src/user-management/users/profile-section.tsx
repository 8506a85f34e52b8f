// Standard claims of a user, in two columns if there is room.
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../kit/form-section.tsx';
import classes from './profile-section.module.css';
import type { SettingsForm } from './settings-form.ts';
import { addressParts, type Claim, claims } from './settings-values.ts';

const placeholders: Partial<Record<Claim, string>> = {
  birthdate: '1990-12-31',
  zoneinfo: 'Europe/Berlin',
  locale: 'de-DE',
  website: 'https://example.com',
  profile: 'https://example.com/ada',
};

export function ProfileSection({ form }: { form: SettingsForm }) {
  const { t } = useTranslation();
  return (
    <FormSection title={t('users.settings.profile')} text={t('users.settings.profile_text')}>
      <div className={classes.grid}>
        {claims.map((claim) => (
          <TextInput
            key={claim}
            label={t(`users.profile.${claim}`)}
            // Formatted values are always left to right.
            dir={placeholders[claim] === undefined ? 'auto' : 'ltr'}
            placeholder={placeholders[claim]}
            autoComplete="off"
            {...form.getInputProps(`profile.${claim}`)}
          />
        ))}
      </div>
      <fieldset className={classes.address}>
        <legend>{t('users.profile.address')}</legend>
        <div className={classes.grid}>
          {addressParts.map((part) => (
            <TextInput
              key={part}
              label={t(`users.profile.${part}`)}
              dir="auto"
              autoComplete="off"
              {...form.getInputProps(`address.${part}`)}
            />
          ))}
        </div>
      </fieldset>
    </FormSection>
  );
}
