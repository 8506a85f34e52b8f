// The identity provider of a SAML connector: by URL, by XML or by hand. Values of the other ways are kept until saving.

import { SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { TFunction } from 'i18next';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { codeInput } from '../../kit/code-input.ts';
import { type FileProblem, FileText, maxKilobytes } from '../../kit/file-text.tsx';
import { readCertificate } from '../../kit/read-certificate.ts';
import type { ConnectionForm } from './connection-form.ts';
import { type SamlSource, samlSources } from './connection-values.ts';
import classes from './sso-connectors.module.css';

const readText = (file: File) => file.text();
const fileText = (problem: FileProblem, t: TFunction) => t(`sso-connectors.errors.${problem}`, { max: maxKilobytes });

function Metadata({ form }: { form: ConnectionForm }) {
  const { t } = useTranslation();
  return (
    <FileText
      accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
      button={t('sso-connectors.connection.choose_metadata')}
      read={readText}
      onRead={(text) => form.setFieldValue('metadata', text)}
      onRefuse={(problem) => form.setFieldError('metadata', fileText(problem, t))}
    >
      <Textarea
        {...codeInput}
        className={classes.mono ?? ''}
        label={t('sso-connectors.fields.metadata')}
        description={t('sso-connectors.hints.metadata')}
        withAsterisk
        rows={8}
        {...form.getInputProps('metadata')}
      />
    </FileText>
  );
}

function Manual({ form }: { form: ConnectionForm }) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        {...codeInput}
        label={t('sso-connectors.fields.sign_in_endpoint')}
        description={t('sso-connectors.hints.sign_in_endpoint')}
        placeholder="https://id.example.com/sso/saml"
        type="url"
        withAsterisk
        {...form.getInputProps('signInEndpoint')}
      />
      <TextInput
        {...codeInput}
        label={t('sso-connectors.fields.entity_id')}
        description={t('sso-connectors.hints.entity_id')}
        withAsterisk
        {...form.getInputProps('entityId')}
      />
      <FileText
        accept=".crt,.cer,.pem,application/x-x509-ca-cert,application/x-pem-file"
        button={t('sso-connectors.connection.choose_certificate')}
        read={readCertificate}
        onRead={(text) => form.setFieldValue('x509Certificate', text)}
        onRefuse={(problem) => form.setFieldError('x509Certificate', fileText(problem, t))}
      >
        <Textarea
          {...codeInput}
          className={classes.mono ?? ''}
          label={t('sso-connectors.fields.certificate')}
          description={t('sso-connectors.hints.certificate')}
          placeholder="-----BEGIN CERTIFICATE-----"
          withAsterisk
          rows={6}
          {...form.getInputProps('x509Certificate')}
        />
      </FileText>
    </>
  );
}

export function SamlSourceFields({ form }: { form: ConnectionForm }) {
  const { t } = useTranslation();
  const id = useId();
  const { source } = form.values;
  const isNarrow = useMediaQuery('(max-width: 30em)');
  return (
    <>
      <div className={classes.source}>
        <span id={id} className={classes.label}>
          {t('sso-connectors.fields.source')}
        </span>
        <SegmentedControl
          aria-labelledby={id}
          orientation={isNarrow ? 'vertical' : 'horizontal'}
          data={samlSources.map((value) => ({ value, label: t(`sso-connectors.sources.${value}`) }))}
          value={source}
          onChange={(value) => {
            form.setFieldValue('source', value as SamlSource);
            form.clearErrors();
          }}
        />
      </div>
      {source === 'url' && (
        <TextInput
          {...codeInput}
          label={t('sso-connectors.fields.metadata_url')}
          description={t('sso-connectors.hints.metadata_url')}
          placeholder="https://id.example.com/saml/metadata"
          type="url"
          withAsterisk
          {...form.getInputProps('metadataUrl')}
        />
      )}
      {source === 'xml' && <Metadata form={form} />}
      {source === 'manual' && <Manual form={form} />}
    </>
  );
}
