// MFA settings: factors and policy.

import { Skeleton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { maxRememberedDays } from '@tessera/contract/remembered-days';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { EditableForm } from '../../kit/editable-form.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { OfPlan, PlanTag } from '../../platform/plans/plan.tsx';
import { useSecurityForm } from '../security/security-form.ts';
import { type Experience, experienceQuery } from '../sign-in-experience/query.ts';
import { type Reach, useReach } from '../sign-in-experience/reach.ts';
import { DeviceFields } from './device-fields.tsx';
import { FactorList } from './factor-list.tsx';
import classes from './mfa.module.css';
import { hasValidDays, isBackupAlone, type MfaValues, mfaOf, mfaValuesOf, unreachable } from './mfa-values.ts';
import { PolicyFields } from './policy-fields.tsx';

export function MultiFactor() {
  const { t } = useTranslation();
  const { api } = useServices();
  const experience = useQuery(experienceQuery(api));
  const ways = useReach();
  const error = experience.error ?? ways.error;
  const isKnown = experience.data !== undefined && ways.data !== undefined;
  const retry = () => void Promise.all([experience.refetch(), ways.refetch()]);
  return (
    <>
      <PageHeader title={t('mfa.title')} tag={<PlanTag feature="mfaEnabled" />} subtitle={t('mfa.subtitle')} />
      {experience.data && ways.data && <Form experience={experience.data} reach={ways.data.reach} />}
      {!isKnown && error && <ErrorState error={error} onRetry={retry} />}
      {!isKnown && !error && <FactorsSkeleton />}
    </>
  );
}

function Form({ experience, reach }: { experience: Versioned<Experience>; reach: Reach }) {
  const { t } = useTranslation();
  const work = useSecurityForm<MfaValues>(experience, {
    valuesOf: mfaValuesOf,
    validate: (values) => {
      // The page shows both messages already.
      if (isBackupAlone(values)) return { factors: t('mfa.backup_alone') };
      return {
        ...(unreachable(values, reach).length > 0 && { factors: t('mfa.connector_missing') }),
        ...(!hasValidDays(values) && { rememberedDays: t('mfa.invalid_days', { max: maxRememberedDays }) }),
      };
    },
    bodyOf: (values, base) => ({ mfa: mfaOf(values, base) }),
    fieldOf: ({ path }) => (path.includes('rememberedDevices') ? 'rememberedDays' : 'factors'),
    refusals: Object.fromEntries(
      [
        'backup_code_cannot_be_enabled_alone',
        'duplicated_mfa_factors',
        'email_verification_code_cannot_be_used_for_mfa',
        'phone_verification_code_cannot_be_used_for_mfa',
        'enabled_connector_not_found',
      ].map((code) => [`sign_in_experiences.${code}`, { field: 'factors' as const }]),
    ),
    onInvalid: () => {
      if (unreachable(form.values, reach).length === 0) return;
      notifications.show({
        color: 'red',
        message: t('mfa.connector_missing'),
        closeButtonProps: { 'aria-label': t('general.close') },
      });
    },
  });
  const { form } = work;
  const { values } = form;
  const nameOf = (field: keyof MfaValues) => t(`mfa.fields.${field}`);
  const textOf = (field: keyof MfaValues, stored: MfaValues) => {
    if (field === 'factors') return stored.factors.map((factor) => t(`mfa.factors.${factor}`)).join('\n');
    if (field === 'prompt') return t(`mfa.prompts.${stored.prompt}`);
    return field === 'organizationPolicy' ? t(`mfa.organization_policies.${stored.organizationPolicy}`) : undefined;
  };
  return (
    <OfPlan feature="mfaEnabled" inUse={experience.mfa.factors.length > 0}>
      <EditableForm work={work} labelOf={nameOf} textOf={textOf}>
        <FormSection title={t('mfa.factors_title')} text={t('mfa.factors_text')}>
          <FactorList
            values={values}
            experience={experience}
            reach={reach}
            error={form.errors.factors}
            onChange={(changed) => form.setValues(changed)}
          />
        </FormSection>
        <FormSection title={t('mfa.policy_title')} text={t('mfa.policy_text')}>
          <PolicyFields values={values} onChange={(changed) => form.setValues(changed)} />
        </FormSection>
        <FormSection title={t('mfa.devices_title')} text={t('mfa.devices_text')}>
          <DeviceFields
            values={values}
            error={form.errors.rememberedDays}
            onChange={(changed) => form.setValues(changed)}
          />
        </FormSection>
      </EditableForm>
    </OfPlan>
  );
}

const rows = ['passkey', 'app', 'phone', 'email', 'backup'];

function FactorsSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('general.loading')} className={classes.skeleton}>
      {rows.map((row) => (
        <Skeleton key={row} height={56} radius="md" />
      ))}
    </div>
  );
}
