// Reads the metadata of a service provider, shows what it contains, and fills in the settings with it.
import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../../app/problem.ts';
import { messageOf } from '../../../app/problems.ts';
import { useServices } from '../../../app/services.tsx';
import { BusyButton } from '../../../kit/busy-button.tsx';
import { Dialog } from '../../../kit/dialog.tsx';
import { fieldIssues, invalidInput } from '../../../kit/field-issues.ts';
import { checkRequired } from '../../../kit/required-text.ts';
import { revealFirstError } from '../../../kit/reveal-field.ts';
import { checkUrl } from './check-settings.ts';
import { FoundMetadata } from './found-metadata.tsx';
import { type ImportValues, MetadataFields } from './metadata-fields.tsx';
import classes from './saml.module.css';
import { importedValues, type SamlSettingsValues } from './settings-values.ts';

const metadataLength = 524_288;
/** Problems of the metadata, which are shown on its field. */
const refusals = [
  'application.saml.service_provider_metadata_invalid',
  'application.saml.service_provider_metadata_unreachable',
  invalidInput,
];
const isRefusal = (error: unknown) => error instanceof ApiProblem && refusals.includes(error.code ?? '');

function useReading() {
  const { t } = useTranslation();
  const { api } = useServices();
  const form = useForm<ImportValues>({
    initialValues: { source: 'url', url: '', metadata: '' },
    validate: {
      url: (url, { source }) => (source === 'url' ? checkUrl(url, t) : undefined),
      metadata: (metadata, { source }) =>
        source === 'metadata' ? checkRequired(metadata, metadataLength, t) : undefined,
    },
  });
  const reading = useMutation({
    mutationFn: ({ source, url, metadata }: ImportValues) =>
      api.management.post('/saml-service-provider-metadata', {
        body: source === 'url' ? { url: url.trim() } : { metadata: metadata.trim() },
      }),
    meta: { suppress: refusals },
    onError: (error, { source }) => {
      if (!isRefusal(error)) return;
      const errors = { [source]: fieldIssues(error)[0]?.message ?? messageOf(error, t) };
      form.setErrors(errors);
      revealFirstError(form, errors);
    },
  });
  const read = form.onSubmit(
    (values) => {
      if (!reading.isPending) reading.mutate(values);
    },
    (errors) => void revealFirstError(form, errors),
  );
  return { form, reading, read };
}

type Props = { onImport: (values: Partial<SamlSettingsValues>) => void; onClose: () => void };

export function ImportMetadata({ onImport, onClose }: Props) {
  const { t } = useTranslation();
  const { form, reading, read } = useReading();
  const [encrypt, setEncrypt] = useState(false);
  const found = reading.data;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // The dialog is portalled, but React still bubbles its submit event to the page's form.
    event.stopPropagation();
    if (!found) return read(event);
    event.preventDefault();
    onImport(importedValues(found, encrypt));
    onClose();
  };
  return (
    <Dialog onClose={onClose} size="lg" title={t('applications.saml.import.title')}>
      <form className={classes.dialog} onSubmit={submit} noValidate>
        <p className={classes.hint}>{t(`applications.saml.import.${found ? 'found_text' : 'text'}`)}</p>
        {found ? (
          <FoundMetadata found={found} encrypt={encrypt} onEncrypt={setEncrypt} />
        ) : (
          <MetadataFields form={form} />
        )}
        <div className="dialog-actions">
          <Button variant="default" onClick={found ? reading.reset : onClose}>
            {t(found ? 'applications.saml.import.back' : 'general.cancel')}
          </Button>
          <BusyButton type="submit" busy={reading.isPending}>
            {t(`applications.saml.import.${found ? 'use' : 'read'}`)}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}
