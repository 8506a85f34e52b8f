// The service provider: name, and the values that its metadata contains.

import { Button, Input, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconFileImport } from '@tabler/icons-react';
import type { SamlApplication } from '@tessera/contract/saml-applications';
import { useTranslation } from 'react-i18next';
import { codeInput } from '../../../kit/code-input.ts';
import { FormSection } from '../../../kit/form-section.tsx';
import { listRows } from '../../../kit/list-rows.ts';
import { MultiText } from '../../../kit/multi-text.tsx';
import { Notice } from '../../../kit/notice.tsx';
import { useSuccessToast } from '../../../kit/success-toast.ts';
import { NameFields } from '../name-fields.tsx';
import { AcsIndexes } from './acs-indexes.tsx';
import { CertificateField } from './certificate-field.tsx';
import { ImportMetadata } from './import-metadata.tsx';
import { bindingNames } from './names.ts';
import type { SamlSettingsForm } from './settings-form.ts';

const bindings = Object.entries(bindingNames).map(([value, label]) => ({ value, label }));

type Props = { application: SamlApplication; form: SamlSettingsForm };

export function ServiceProviderSection({ application: { entityId, acsUrl }, form }: Props) {
  const { t } = useTranslation();
  const toast = useSuccessToast();
  const [importing, dialog] = useDisclosure();
  return (
    <FormSection
      id="service-provider"
      title={t('applications.saml.service_provider.title')}
      text={t('applications.saml.service_provider.text')}
      action={
        <Button variant="default" leftSection={<IconFileImport size={14} />} onClick={dialog.open}>
          {t('applications.saml.import.title')}
        </Button>
      }
    >
      {(entityId === null || acsUrl === null) && <Notice>{t('applications.saml.service_provider.incomplete')}</Notice>}
      <NameFields form={form} />
      <TextInput
        {...codeInput}
        label={t('applications.saml.service_provider.entity_id')}
        description={t('applications.saml.service_provider.entity_id_hint')}
        placeholder="https://wiki.example.com/saml"
        {...form.getInputProps('entityId')}
      />
      <TextInput
        {...codeInput}
        type="url"
        label={t('applications.saml.service_provider.acs_url')}
        description={t('applications.saml.service_provider.acs_url_hint')}
        placeholder="https://wiki.example.com/saml/acs"
        {...form.getInputProps('acsUrl')}
      />
      <MultiText
        label={t('applications.saml.service_provider.other_acs_urls')}
        description={t('applications.saml.service_provider.other_acs_urls_hint')}
        placeholder="https://wiki.example.org/saml/acs"
        {...listRows(form, 'otherAcsUrls')}
      />
      {form.values.acsIndexes.length > 0 && (
        <Input.Wrapper
          label={t('applications.saml.service_provider.acs_indexes')}
          description={t('applications.saml.service_provider.acs_indexes_hint')}
          labelElement="div"
        >
          <AcsIndexes indexes={form.values.acsIndexes} />
        </Input.Wrapper>
      )}
      <CertificateField
        form={form}
        field="signingCertificate"
        label={t('applications.saml.service_provider.signing_certificate')}
        description={t('applications.saml.service_provider.signing_certificate_hint')}
      />
      {form.values.signingCertificate.trim() !== '' && (
        <Switch
          label={t('applications.saml.service_provider.signed_requests')}
          description={t('applications.saml.service_provider.signed_requests_hint')}
          {...form.getInputProps('wantsSignedRequests', { type: 'checkbox' })}
        />
      )}
      <TextInput
        {...codeInput}
        type="url"
        label={t('applications.saml.service_provider.logout_url')}
        description={t('applications.saml.service_provider.logout_url_hint')}
        placeholder="https://wiki.example.com/saml/logout"
        {...form.getInputProps('singleLogoutUrl')}
      />
      <NativeSelect
        label={t('applications.saml.service_provider.logout_binding')}
        data={bindings}
        rightSection={<IconChevronDown size={16} />}
        {...form.getInputProps('singleLogoutBinding')}
      />
      <TextInput
        {...codeInput}
        label={t('applications.saml.service_provider.relay_state')}
        description={t('applications.saml.service_provider.relay_state_hint')}
        {...form.getInputProps('defaultRelayState')}
      />
      {importing && (
        <ImportMetadata
          onImport={(values) => {
            form.setValues(values);
            form.clearErrors();
            toast(t('applications.saml.import.done'));
          }}
          onClose={dialog.close}
        />
      )}
    </FormSection>
  );
}
