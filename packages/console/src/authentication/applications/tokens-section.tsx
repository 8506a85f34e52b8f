// Token lifetimes and refresh token settings of an application.
import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ApplicationType } from '@tessera/contract/applications';
import { idTokenAlgorithms } from '@tessera/contract/id-token-algorithms';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../kit/form-section.tsx';
import type { SettingsForm } from './settings-form.ts';
import { signsUsersIn } from './settings-values.ts';

const number = { inputMode: 'numeric', maw: 320 } as const;

export function TokensSection({ form, type }: { form: SettingsForm; type: ApplicationType }) {
  const { t } = useTranslation();
  return (
    <FormSection id="tokens" title={t('applications.settings.tokens')} text={t('applications.settings.tokens_text')}>
      <TextInput
        {...number}
        label={t('applications.settings.access_ttl')}
        description={t('applications.settings.access_ttl_hint')}
        {...form.getInputProps('accessTokenTtl')}
      />
      <Switch
        label={t('applications.settings.dpop')}
        description={t('applications.settings.dpop_hint')}
        {...form.getInputProps('dpopBoundAccessTokens', { type: 'checkbox' })}
      />
      {signsUsersIn(type) && <UserTokens form={form} type={type} />}
    </FormSection>
  );
}

function UserTokens({ form, type }: { form: SettingsForm; type: ApplicationType }) {
  const { t } = useTranslation();
  return (
    <>
      {type !== 'Native' && (
        <Switch
          label={t('applications.settings.always_issue')}
          description={t('applications.settings.always_issue_hint')}
          {...form.getInputProps('alwaysIssueRefreshToken', { type: 'checkbox' })}
        />
      )}
      <Switch
        label={t('applications.settings.rotate')}
        description={t('applications.settings.rotate_hint')}
        {...form.getInputProps('rotateRefreshToken', { type: 'checkbox' })}
      />
      <TextInput
        {...number}
        label={t('applications.settings.refresh_ttl')}
        description={t('applications.settings.refresh_ttl_hint')}
        {...form.getInputProps('refreshTokenTtlInDays')}
      />
      <TextInput
        {...number}
        label={t('applications.settings.id_ttl')}
        description={t('applications.settings.id_ttl_hint')}
        {...form.getInputProps('idTokenTtl')}
      />
      <NativeSelect
        maw={320}
        label={t('applications.settings.id_algorithm')}
        description={t('applications.settings.id_algorithm_hint')}
        data={[{ value: '', label: t('applications.settings.id_algorithm_current') }, ...idTokenAlgorithms]}
        rightSection={<IconChevronDown size={16} />}
        {...form.getInputProps('idTokenSignedResponseAlg')}
      />
    </>
  );
}
