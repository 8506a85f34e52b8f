// The lockout of names that somebody guesses at, and letting people in again before its time.
import { Button, NumberInput, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../app/api.ts';
import { useServices } from '../app/services.tsx';
import { ConflictNotice } from '../kit/conflict-notice.tsx';
import { FormSection, FormSections } from '../kit/form-section.tsx';
import { Notice } from '../kit/notice.tsx';
import { SaveBar } from '../kit/save-bar.tsx';
import {
  checkLockout,
  type LockoutValues,
  lockoutDefaults,
  lockoutLimits,
  lockoutOf,
  lockoutValuesOf,
} from './lockout-values.ts';
import { experienceQuery } from './query.ts';
import classes from './security.module.css';
import { type Experience, useSecurityForm } from './security-form.ts';
import { UnlockDialog } from './unlock-dialog.tsx';

export function General() {
  const { api } = useServices();
  const { data } = useQuery(experienceQuery(api));
  return data ? <Form experience={data} /> : null;
}

function Form({ experience }: { experience: Versioned<Experience> }) {
  const { t } = useTranslation();
  const [isUnlocking, setUnlocking] = useState(false);
  const { form, changes, saving, onSubmit, discard, conflict } = useSecurityForm<LockoutValues>(experience, {
    valuesOf: lockoutValuesOf,
    validate: (values) => checkLockout(values, t),
    bodyOf: (values) => ({ sentinelPolicy: lockoutOf(values) }),
    fieldOf: ({ path: [, part] }) => String(part),
  });
  const labels: Record<keyof LockoutValues, string> = {
    isCustom: t('security.general.customize'),
    maxAttempts: t('security.general.max_attempts'),
    lockoutDuration: t('security.general.duration'),
  };
  const number = (field: 'maxAttempts' | 'lockoutDuration') => ({
    label: labels[field],
    min: 1,
    max: lockoutLimits[field],
    clampBehavior: 'none' as const,
    allowDecimal: false,
    allowNegative: false,
    withAsterisk: true,
    classNames: { wrapper: classes.number },
    ...form.getInputProps(field),
  });
  return (
    <>
      <form onSubmit={onSubmit} noValidate>
        <FormSections>
          <FormSection title={t('security.general.title')} text={t('security.general.text')}>
            <Switch
              label={labels.isCustom}
              description={t('security.general.customize_hint')}
              {...form.getInputProps('isCustom', { type: 'checkbox' })}
            />
            {form.values.isCustom ? (
              <>
                <NumberInput {...number('maxAttempts')} description={t('security.general.max_attempts_hint')} />
                <NumberInput {...number('lockoutDuration')} description={t('security.general.duration_hint')} />
              </>
            ) : (
              <Notice>{t('security.general.defaults', lockoutDefaults)}</Notice>
            )}
          </FormSection>
          <FormSection title={t('security.general.unlock_title')} text={t('security.general.unlock_text')}>
            <Button variant="default" className={classes.action} onClick={() => setUnlocking(true)}>
              {t('security.general.unlock')}
            </Button>
          </FormSection>
        </FormSections>
        <SaveBar
          changes={changes}
          saving={saving}
          onDiscard={discard}
          {...(conflict && { notice: <ConflictNotice conflict={conflict} labelOf={(field) => labels[field]} /> })}
        />
      </form>
      {isUnlocking && <UnlockDialog onClose={() => setUnlocking(false)} />}
    </>
  );
}
