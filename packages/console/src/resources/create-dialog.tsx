// The last step of creating an API resource: its name and its identifier.
import { Button, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../app/problem.ts';
import { useServices } from '../app/services.tsx';
import classes from '../applications/create-dialog.module.css';
import type { ApiGuideMeta } from '../guides/registry.ts';
import { BusyButton } from '../kit/busy-button.tsx';
import { fieldIssues } from '../kit/field-issues.ts';
import { useSuccessToast } from '../kit/success-toast.ts';
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
      // In place of the chooser, so that going back does not open it once more.
      if (guide) {
        await navigate({ to: '/api-resources/$id/guide/$guideId', params: { id, guideId: guide.id }, replace: true });
      } else await navigate({ to: '/api-resources/$id/permissions', params: { id }, replace: true });
    },
  });
}

export function CreateDialog({ guide, onClose }: { guide: ApiGuideMeta | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const create = useCreation(guide);
  const form = useForm({
    initialValues: { name: '', indicator: '' },
    validate: { name: (name) => checkName(name, t), indicator: (indicator) => checkIndicator(indicator, t) },
  });
  const submit = form.onSubmit(
    (values) => {
      if (create.isPending) return;
      create.mutate(values, {
        onError: (error) => {
          if (error instanceof ApiProblem && error.code === indicatorInUse) {
            form.setFieldError('indicator', t('resources.errors.indicator_in_use'));
            form.getInputNode('indicator')?.focus();
          }
          for (const { path } of fieldIssues(error)) form.setFieldError(String(path[0]), t('fields.refused'));
        },
      });
    },
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={guide ? t('resources.create.with_guide', { name: guide.name }) : t('resources.create.new')}
      closeButtonProps={{ 'aria-label': t('general.close') }}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
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
          dir="ltr"
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('indicator')}
        />
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {t('general.cancel')}
          </Button>
          <BusyButton type="submit" busy={create.isPending}>
            {t('resources.create_button')}
          </BusyButton>
        </div>
      </form>
    </Modal>
  );
}
