// Settings tab of an organization.
import { Switch, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { ConflictNotice } from '../../kit/conflict-notice.tsx';
import { FormSection, FormSections } from '../../kit/form-section.tsx';
import { JsonField } from '../../kit/json-field.tsx';
import { Notice } from '../../kit/notice.tsx';
import { SaveBar } from '../../kit/save-bar.tsx';
import { JitSection } from './jit-section.tsx';
import { type OrganizationData, useOrganization } from './organization.ts';
import { type OrganizationForm, useOrganizationForm } from './settings-form.ts';
import type { SettingsValues } from './settings-values.ts';

const route = getRouteApi('/signed-in/layout/organizations/$id');

export function OrganizationSettings() {
  const { id } = route.useParams();
  // The surrounding page shows loading and error states.
  const { data } = useOrganization(id);
  return data ? <Form key={id} parts={data} /> : null;
}

function Form({ parts }: { parts: Versioned<OrganizationData> }) {
  const { t } = useTranslation();
  const { form, changes, saving, onSubmit, discard, conflict, invalid } = useOrganizationForm(parts);
  const labels: Record<keyof SettingsValues, string> = {
    name: t('organizations.name'),
    description: t('organizations.description'),
    customData: t('organizations.settings.custom_data'),
    isMfaRequired: t('organizations.settings.mfa_switch'),
    emailDomains: t('organizations.jit.domains'),
    typedDomain: t('organizations.jit.domains'),
    roles: t('organizations.jit.roles'),
    ssoConnectors: t('organizations.jit.connectors'),
  };
  const { value, error, onChange, onBlur } = form.getInputProps('customData');
  return (
    <form onSubmit={onSubmit} noValidate>
      <FormSections>
        <FormSection title={t('organizations.settings.general')} text={t('organizations.settings.general_text')}>
          <TextInput label={labels.name} withAsterisk dir="auto" {...form.getInputProps('name')} />
          <Textarea label={labels.description} rows={2} dir="auto" {...form.getInputProps('description')} />
        </FormSection>
        <FormSection title={t('organizations.settings.mfa')} text={t('organizations.settings.mfa_text')}>
          <Switch
            label={labels.isMfaRequired}
            description={t('organizations.settings.mfa_hint')}
            {...form.getInputProps('isMfaRequired', { type: 'checkbox' })}
          />
          <MfaWarning form={form} />
        </FormSection>
        <JitSection form={form} />
        <FormSection
          title={t('organizations.settings.custom_data')}
          text={t('organizations.settings.custom_data_text')}
        >
          <JsonField
            label={labels.customData}
            description={t('fields.leave_editor')}
            value={value}
            error={error}
            onChange={onChange}
            onBlur={onBlur}
            data-path="customData"
          />
        </FormSection>
      </FormSections>
      <SaveBar
        changes={changes}
        saving={saving}
        onDiscard={discard}
        invalid={invalid}
        {...(conflict && {
          notice: (
            <ConflictNotice
              labelOf={(field) => labels[field]}
              conflict={{
                ...conflict,
                stored: {
                  ...conflict.stored,
                  roles: conflict.stored.roles.map(({ name }) => name) as never,
                  ssoConnectors: conflict.stored.ssoConnectors.map(({ name }) => name) as never,
                },
              }}
            />
          ),
        })}
      />
    </form>
  );
}

/** Members cannot meet the requirement while the tenant has no MFA factors enabled. */
function MfaWarning({ form }: { form: OrganizationForm }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data } = useQuery({ ...api.management.query('/sign-in-exp'), meta: { silent: true } });
  if (!form.values.isMfaRequired || !data || data.mfa.factors.length > 0) return null;
  return (
    <Notice severity="warning" actions={<Link to="/mfa">{t('organizations.settings.mfa_link')}</Link>}>
      {t('organizations.settings.mfa_warning')}
    </Notice>
  );
}
