// First visit to the sign-in experience: an introduction and a setup wizard.
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { FirstRunIllustration } from './first-run-illustration.tsx';
import { consoleConfigQuery } from './query.ts';

const Wizard = lazy(async () => ({ default: (await import('./wizard.tsx')).Wizard }));

export function FirstRun() {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const skip = useMutation({
    mutationFn: () => api.management.patch('/configs/admin-console', { body: { signInExperienceCustomized: true } }),
    onSuccess: (config) => queryClient.setQueryData(consoleConfigQuery(api).queryKey, config),
  });
  return (
    <>
      <PageHeader title={t('sign-in-experience.title')} subtitle={t('sign-in-experience.subtitle')} />
      <EmptyState
        illustration={<FirstRunIllustration />}
        title={t('sign-in-experience.first_run.title')}
        text={t('sign-in-experience.first_run.text')}
        action={<Button onClick={() => setOpen(true)}>{t('sign-in-experience.first_run.start')}</Button>}
      />
      {isOpen && (
        <Suspense>
          <Wizard onSkip={() => skip.mutate()} isSkipping={skip.isPending} />
        </Suspense>
      )}
    </>
  );
}
