// A certificate of the service provider: pasted, or chosen as a file.

import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { codeInput } from '../../../kit/code-input.ts';
import { FileText, maxKilobytes } from '../../../kit/file-text.tsx';
import { readCertificate } from '../../../kit/read-certificate.ts';
import classes from './saml.module.css';
import type { SamlSettingsForm } from './settings-form.ts';

type Props = {
  form: SamlSettingsForm;
  field: 'signingCertificate' | 'encryptionCertificate';
  label: string;
  description: string;
  isRequired?: boolean;
};

export function CertificateField({ form, field, label, description, isRequired = false }: Props) {
  const { t } = useTranslation();
  return (
    <FileText
      accept=".crt,.cer,.pem,application/x-x509-ca-cert,application/x-pem-file"
      button={t('applications.saml.choose_certificate')}
      read={readCertificate}
      onRead={(text) => {
        form.setFieldValue(field, text);
        form.clearFieldError(field);
      }}
      onRefuse={(problem) => form.setFieldError(field, t(`applications.saml.errors.${problem}`, { max: maxKilobytes }))}
    >
      <Textarea
        className={classes.mono ?? ''}
        label={label}
        description={description}
        placeholder="-----BEGIN CERTIFICATE-----"
        withAsterisk={isRequired}
        rows={5}
        {...codeInput}
        {...form.getInputProps(field)}
      />
    </FileText>
  );
}
