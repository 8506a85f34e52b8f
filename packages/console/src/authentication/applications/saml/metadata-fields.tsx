// Where the metadata of a service provider comes from: a URL, a file, or pasted text.

import { SegmentedControl, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { codeInput } from '../../../kit/code-input.ts';
import { FileText, maxKilobytes } from '../../../kit/file-text.tsx';
import classes from './saml.module.css';

const sources = ['url', 'metadata'] as const;
export type ImportValues = { source: (typeof sources)[number]; url: string; metadata: string };

const readText = (file: File) => file.text();

export function MetadataFields({ form }: { form: UseFormReturnType<ImportValues> }) {
  const { t } = useTranslation();
  const { source } = form.values;
  return (
    <>
      <SegmentedControl
        aria-label={t('applications.saml.import.source')}
        data={sources.map((value) => ({ value, label: t(`applications.saml.import.sources.${value}`) }))}
        value={source}
        onChange={(value) => {
          form.setFieldValue('source', value as ImportValues['source']);
          form.clearErrors();
        }}
      />
      {source === 'url' ? (
        <TextInput
          {...codeInput}
          type="url"
          label={t('applications.saml.import.url')}
          description={t('applications.saml.import.url_hint')}
          placeholder="https://wiki.example.com/saml/metadata"
          withAsterisk
          {...form.getInputProps('url')}
          data-autofocus
        />
      ) : (
        <FileText
          accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
          button={t('applications.saml.import.choose_file')}
          read={readText}
          onRead={(text) => {
            form.setFieldValue('metadata', text);
            form.clearFieldError('metadata');
          }}
          onRefuse={(problem) =>
            form.setFieldError('metadata', t(`applications.saml.errors.${problem}`, { max: maxKilobytes }))
          }
        >
          <Textarea
            {...codeInput}
            className={classes.mono ?? ''}
            label={t('applications.saml.import.metadata')}
            description={t('applications.saml.import.metadata_hint')}
            withAsterisk
            rows={8}
            {...form.getInputProps('metadata')}
          />
        </FileText>
      )}
    </>
  );
}
