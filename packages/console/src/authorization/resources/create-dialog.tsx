// Last step of creating an API resource: its name and identifier.

import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import type { ApiGuideMeta } from '../../authentication/guides/registry.ts';
import { codeInput } from '../../kit/code-input.ts';
import { CreationDialog, useCreationForm } from '../../kit/creation-form.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { checkIndicator, checkName } from './check-resource.ts';
import { aboutResources } from './query.ts';

const indicatorInUse = 'resource.resource_identifier_in_use';

function useCreation(guide: ApiGuideMeta | undefined) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useSuccessToast();
  return useMutation({
    mutationFn: ({ name, indicator }: { name: string; indicator: string }) =>
      api.management.post('/resources', { body: { name: name.trim(), indicator: indicator.trim() } }),
    meta: { suppress: [indicatorInUse] },
    onSuccess: async ({ id, name }) => {
      toast(t('resources.created_toast', { name }));
      void queryClient.invalidateQueries({ predicate: aboutResources });
      // Replace the chooser in the history, so that Back does not reopen it.
      if (guide) {
        await navigate({ to: '/api-resources/$id/guide/$guideId', params: { id, guideId: guide.id }, replace: true });
      } else await navigate({ to: '/api-resources/$id/permissions', params: { id }, replace: true });
    },
  });
}

export function CreateDialog({ guide, onClose }: { guide: ApiGuideMeta | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const create = useCreation(guide);
  const { form, onSubmit } = useCreationForm({
    initialValues: { name: '', indicator: '' },
    validate: { name: (name) => checkName(name, t), indicator: (indicator) => checkIndicator(indicator, t) },
    create,
    taken: { code: indicatorInUse, field: 'indicator', text: t('resources.errors.indicator_in_use') },
  });
  return (
    <CreationDialog
      title={guide ? t('resources.create.with_guide', { name: guide.name }) : t('resources.create.new')}
      action={t('resources.create_button')}
      busy={create.isPending}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextInput
        label={t('resources.name')}
        withAsterisk
        dir="auto"
        autoComplete="off"
        {...form.getInputProps('name')}
        data-autofocus
      />
      <TextInput
        label={t('resources.indicator')}
        description={t('resources.create.indicator_hint')}
        placeholder="https://api.example.com"
        withAsterisk
        {...codeInput}
        {...form.getInputProps('indicator')}
      />
    </CreationDialog>
  );
}
