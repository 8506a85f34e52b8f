// MFA policy: who must set up MFA, and when users are prompted.
import { Select, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type MfaValues, organizationPolicies, type Prompt, prompts } from './mfa-values.ts';

type Props = { values: MfaValues; onChange: (values: MfaValues) => void };

export function PolicyFields({ values, onChange }: Props) {
  const { t } = useTranslation();
  const { isMandatory, prompt, organizationPolicy } = values;
  const isPointless = values.factors.length === 0;
  return (
    <>
      <Switch
        label={t('mfa.fields.isMandatory')}
        description={t(isPointless ? 'mfa.policy_needs_factor' : 'mfa.mandatory_hint')}
        checked={isMandatory}
        disabled={isPointless}
        onChange={(event) => onChange({ ...values, isMandatory: event.currentTarget.checked })}
      />
      {!isMandatory && (
        <Select
          label={t('mfa.fields.prompt')}
          description={t(`mfa.prompt_hints.${prompt}`)}
          data={prompts.map((value) => ({ value, label: t(`mfa.prompts.${value}`) }))}
          value={prompt}
          disabled={isPointless}
          allowDeselect={false}
          onChange={(value) => value && onChange({ ...values, prompt: value as Prompt })}
        />
      )}
      <Select
        label={t('mfa.fields.organizationPolicy')}
        description={t('mfa.organization_hint')}
        data={organizationPolicies.map((value) => ({ value, label: t(`mfa.organization_policies.${value}`) }))}
        value={organizationPolicy}
        disabled={isPointless}
        allowDeselect={false}
        onChange={(value) =>
          value && onChange({ ...values, organizationPolicy: value as MfaValues['organizationPolicy'] })
        }
      />
    </>
  );
}
