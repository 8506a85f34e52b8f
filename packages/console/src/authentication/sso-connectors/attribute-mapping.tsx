// Which SAML attribute becomes which part of a user's profile.

import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { codeInput } from '../../kit/code-input.ts';
import { FormSection } from '../../kit/form-section.tsx';
import type { ConnectionForm } from './connection-form.ts';
import type { SsoConnectorDetails } from './query.ts';

const plain = { ...codeInput, maxLength: 256 } as const;

type Props = { connector: SsoConnectorDetails; form: ConnectionForm };

export function AttributeMapping({ connector: { providerConfig }, form }: Props) {
  const { t } = useTranslation();
  const defaults = providerConfig && 'serviceProvider' in providerConfig ? providerConfig.defaultAttributeMapping : {};
  return (
    <FormSection title={t('sso-connectors.mapping.title')} text={t('sso-connectors.mapping.text')}>
      <TextInput
        {...plain}
        label={t('sso-connectors.fields.id_attribute')}
        description={t('sso-connectors.hints.id_attribute')}
        placeholder={defaults.id ?? ''}
        {...form.getInputProps('idAttribute')}
      />
      <TextInput
        {...plain}
        label={t('sso-connectors.fields.email_attribute')}
        description={t('sso-connectors.hints.email_attribute', { name: defaults.email })}
        placeholder={defaults.email ?? ''}
        {...form.getInputProps('emailAttribute')}
      />
      <TextInput
        {...plain}
        label={t('sso-connectors.fields.name_attribute')}
        description={t('sso-connectors.hints.name_attribute', { name: defaults.name })}
        placeholder={defaults.name ?? ''}
        {...form.getInputProps('nameAttribute')}
      />
    </FormSection>
  );
}
