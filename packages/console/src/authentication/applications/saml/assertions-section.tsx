// Name ID and encryption of the assertions.
import { Switch } from '@mantine/core';
import { IconDice3, IconFingerprint, IconMail, IconUser, type TablerIcon } from '@tabler/icons-react';
import { type NameIdFormat, nameIdFormats } from '@tessera/contract/saml-words';
import { useTranslation } from 'react-i18next';
import { ChoiceCard, ChoiceCards } from '../../../kit/choice-card.tsx';
import { FormSection } from '../../../kit/form-section.tsx';
import { CertificateField } from './certificate-field.tsx';
import { formatText, formatTitle } from './names.ts';
import type { SamlSettingsForm } from './settings-form.ts';

const icons: Record<NameIdFormat, TablerIcon> = {
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent': IconFingerprint,
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress': IconMail,
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient': IconDice3,
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified': IconUser,
};

export function AssertionsSection({ form }: { form: SamlSettingsForm }) {
  const { t } = useTranslation();
  const { nameIdFormat, isEncrypted } = form.values;
  return (
    <FormSection
      id="assertions"
      title={t('applications.saml.assertions.title')}
      text={t('applications.saml.assertions.text')}
    >
      <ChoiceCards legend={t('applications.saml.assertions.name_id_format')}>
        {nameIdFormats.map((format) => {
          const Icon = icons[format];
          return (
            <ChoiceCard
              key={format}
              name="nameIdFormat"
              icon={<Icon size={20} stroke={1.6} />}
              title={formatTitle(format, t)}
              text={formatText(format, t)}
              checked={nameIdFormat === format}
              onChange={() => form.setFieldValue('nameIdFormat', format)}
            />
          );
        })}
      </ChoiceCards>
      <Switch
        label={t('applications.saml.assertions.encrypt')}
        description={t('applications.saml.assertions.encrypt_hint')}
        {...form.getInputProps('isEncrypted', { type: 'checkbox' })}
      />
      {isEncrypted && (
        <>
          <Switch
            label={t('applications.saml.assertions.encrypt_then_sign')}
            description={t('applications.saml.assertions.encrypt_then_sign_hint')}
            {...form.getInputProps('encryptThenSign', { type: 'checkbox' })}
          />
          <CertificateField
            form={form}
            field="encryptionCertificate"
            label={t('applications.saml.assertions.encryption_certificate')}
            description={t('applications.saml.assertions.encryption_certificate_hint')}
            isRequired
          />
        </>
      )}
    </FormSection>
  );
}
