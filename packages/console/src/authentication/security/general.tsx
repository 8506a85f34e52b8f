// Lockout after failed attempts, and manual unlocking.
import { NumberInput, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { EditableForm } from '../../kit/editable-form.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import { Notice } from '../../kit/notice.tsx';
import { OfPlan } from '../../platform/plans/plan.tsx';
import type { Experience } from '../sign-in-experience/query.ts';
import { experiencePage } from './experience-page.tsx';
import { LockedUsers } from './locked-users.tsx';
import {
  checkLockout,
  type LockoutValues,
  lockoutDefaults,
  lockoutLimits,
  lockoutOf,
  lockoutValuesOf,
} from './lockout-values.ts';
import classes from './security.module.css';
import { useSecurityForm } from './security-form.ts';

function Form({ experience }: { experience: Versioned<Experience> }) {
  const { t } = useTranslation();
  const work = useSecurityForm<LockoutValues>(experience, {
    valuesOf: lockoutValuesOf,
    validate: (values) => checkLockout(values, t),
    bodyOf: (values) => ({ sentinelPolicy: lockoutOf(values) }),
    fieldOf: ({ path: [, part] }) => String(part),
  });
  const { form } = work;
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
      <OfPlan feature="securityFeaturesEnabled" inUse={Object.keys(experience.sentinelPolicy).length > 0}>
        <EditableForm work={work} labelOf={(field) => labels[field]}>
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
        </EditableForm>
      </OfPlan>
      <LockedUsers />
    </>
  );
}

export const General = experiencePage(Form);
