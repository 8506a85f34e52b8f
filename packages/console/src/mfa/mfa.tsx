// Second factors: which ones there are, and who has to set one up.

import { Skeleton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../app/api.ts';
import { useServices } from '../app/services.tsx';
import { EditableForm } from '../kit/editable-form.tsx';
import { ErrorState } from '../kit/error-state.tsx';
import { FormSection } from '../kit/form-section.tsx';
import { PageHeader } from '../kit/page-header.tsx';
import { mailboxStatusQuery } from '../mailbox/query.ts';
import { OfPlan, PlanTag } from '../plans/plan.tsx';
import { experienceQuery } from '../security/query.ts';
import { type Experience, useSecurityForm } from '../security/security-form.ts';
import { connectorsQuery } from '../sign-in-experience/query.ts';
import { FactorList } from './factor-list.tsx';
import classes from './mfa.module.css';
import { isBackupAlone, type MfaValues, mfaOf, mfaValuesOf, unreachable } from './mfa-values.ts';
import { PolicyFields } from './policy-fields.tsx';

type Reach = { email: boolean; phone: boolean };

/** Whether codes can be sent: by a connector, or into the mailbox. */
function useReach(): Reach | undefined {
  const { api } = useServices();
  const connectors = useQuery(connectorsQuery(api));
  const mailbox = useQuery(mailboxStatusQuery(api));
  if (!connectors.data || mailbox.isPending) return undefined;
  const has = (wanted: string) => connectors.data.some(({ type }) => type === wanted);
  return {
    email: has('Email') || mailbox.data?.email === true,
    phone: has('Sms') || mailbox.data?.sms === true,
  };
}

export function MultiFactor() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data, error, refetch } = useQuery(experienceQuery(api));
  const reach = useReach();
  return (
    <>
      <PageHeader title={t('mfa.title')} tag={<PlanTag feature="mfaEnabled" />} subtitle={t('mfa.subtitle')} />
      {data && reach && <Form experience={data} reach={reach} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {(!data || !reach) && !error && <FactorsSkeleton />}
    </>
  );
}

function Form({ experience, reach }: { experience: Versioned<Experience>; reach: Reach }) {
  const { t } = useTranslation();
  const work = useSecurityForm<MfaValues>(experience, {
    valuesOf: mfaValuesOf,
    validate: (values) => {
      // The page says both already, where they belong.
      if (isBackupAlone(values)) return { factors: t('mfa.backup_alone') };
      return unreachable(values, reach).length > 0 ? { factors: t('mfa.connector_missing') } : {};
    },
    bodyOf: (values, base) => ({ mfa: mfaOf(values, base) }),
    fieldOf: () => 'factors',
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
