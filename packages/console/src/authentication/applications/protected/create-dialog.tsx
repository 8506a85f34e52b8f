// Creates a protected application: where the site is, and the host at which users reach it.

import { TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../../app/services.tsx';
import { codeInput } from '../../../kit/code-input.ts';
import { CreationDialog, useCreationForm } from '../../../kit/creation-form.tsx';
import { invalidInput } from '../../../kit/field-issues.ts';
import { Notice } from '../../../kit/notice.tsx';
import { useSuccessToast } from '../../../kit/success-toast.ts';
import { applicationListsKey } from '../query.ts';
import { checkOrigin, checkSubDomain, exampleOrigin } from './check-settings.ts';
import classes from './protected.module.css';
import { protectedAppsQuery } from './query.ts';

const taken = 'application.protected_application_subdomain_exists';

type Values = { origin: string; subDomain: string };

function useCreation() {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useSuccessToast();
  return useMutation({
    mutationFn: ({ origin, subDomain }: Values) => {
      const protectedAppMetadata = { origin: origin.trim(), subDomain: subDomain.trim() };
      return api.management.post('/applications', {
        body: { type: 'Protected', name: subDomain.trim(), protectedAppMetadata },
      });
    },
    onSuccess: ({ id }) => {
      toast(t('applications.created_toast'));
      void queryClient.invalidateQueries({ queryKey: applicationListsKey });
      // The chooser is replaced in the history, so that Back does not reopen it.
      void navigate({ to: '/applications/$id/settings', params: { id }, replace: true });
    },
    meta: { suppress: [invalidInput, taken] },
  });
}

export function CreateProtectedDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data, error } = useQuery(protectedAppsQuery(api));
  const create = useCreation();
  const { form, onSubmit } = useCreationForm<Values>({
    initialValues: { origin: '', subDomain: '' },
    validate: {
      origin: (origin) => checkOrigin(origin, t) ?? null,
      subDomain: (subDomain) => checkSubDomain(subDomain, t) ?? null,
    },
    create,
    taken: { code: taken, field: 'subDomain', text: t('applications.protected.errors.subdomain_taken') },
  });
  const domain = data?.protectedApps.defaultDomain;
  return (
    <CreationDialog
      title={t('applications.protected.create_title')}
      action={t('applications.create_button')}
      busy={create.isPending}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {error && <Notice severity="warning">{t('applications.protected.not_configured')}</Notice>}
      <TextInput
        {...codeInput}
        withAsterisk
        inputMode="url"
        label={t('applications.protected.origin')}
        description={t('applications.protected.origin_hint')}
        placeholder={exampleOrigin}
        data-autofocus
        {...form.getInputProps('origin')}
      />
      <TextInput
        {...codeInput}
        withAsterisk
        label={t('applications.protected.subdomain')}
        description={t('applications.protected.subdomain_hint')}
        placeholder="shop"
        {...(domain && {
          rightSection: <span className={classes.suffix}>.{domain}</span>,
          rightSectionWidth: 'max-content',
          rightSectionPointerEvents: 'none',
        })}
        {...form.getInputProps('subDomain')}
      />
    </CreationDialog>
  );
}
