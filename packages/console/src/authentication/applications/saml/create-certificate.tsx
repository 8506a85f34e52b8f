// Creates a signing certificate with a chosen life span.
import { NativeSelect } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../../app/services.tsx';
import { CreationDialog } from '../../../kit/creation-form.tsx';
import { useSuccessToast } from '../../../kit/success-toast.ts';
import { certificatesQuery } from './query.ts';
import classes from './saml.module.css';

const lifeSpans = [1, 3, 5, 10];
/** The server creates a key pair, which can take a while. */
const patience = 60_000;

const expiryOf = (years: number) => {
  const date = new Date();
  date.setFullYear(date.getFullYear() + years);
  return date;
};

export function CreateCertificate({ id, onClose }: { id: string; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const [years, setYears] = useState(3);
  const create = useMutation({
    mutationFn: () =>
      api.management.post(
        '/saml-applications/:id/secrets',
        { params: { id }, body: { lifeSpanInYears: years } },
        { timeout: patience },
      ),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: certificatesQuery(api, id).queryKey });
      toast(t('applications.saml.certificates.created_toast'));
      onClose();
    },
  });
  const submit = (event?: FormEvent<HTMLFormElement>) => {
    event?.preventDefault();
    // The dialog is portalled, but React still bubbles its submit event to the page's form.
    event?.stopPropagation();
    if (!create.isPending) create.mutate();
  };
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long' }).format(expiryOf(years));
  return (
    <CreationDialog
      title={t('applications.saml.certificates.create')}
      action={t('general.create')}
      busy={create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={classes.hint}>{t('applications.saml.certificates.create_text')}</p>
      <NativeSelect
        label={t('applications.saml.certificates.life_span')}
        description={t('applications.saml.certificates.expires_on', { date })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        rightSection={<IconChevronDown size={16} />}
        data={lifeSpans.map((count) => ({
          value: String(count),
          label: t('applications.saml.certificates.years', { count }),
        }))}
        value={String(years)}
        onChange={(event) => setYears(Number(event.currentTarget.value))}
        data-autofocus
      />
    </CreationDialog>
  );
}
