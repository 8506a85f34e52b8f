// Dialog to create a webhook.
import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { WebhookEvent } from '@tessera/contract/webhook-events';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { CreationDialog, useCreationForm } from '../../kit/creation-form.tsx';
import { useLeaveOverlay } from '../../kit/leave-overlay.ts';
import { usePageTitle } from '../../kit/page-title.ts';
import { checkName } from '../../kit/required-text.ts';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { EventsField } from './events-field.tsx';
import { checkEvents, checkUrl } from './hook-values.ts';
import { aboutWebhooks } from './query.ts';

type Values = { name: string; url: string; events: WebhookEvent[] };

function useCreation() {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useSuccessToast();
  return useMutation({
    mutationFn: ({ name, url, events }: Values) =>
      api.management.post('/hooks', { body: { name: name.trim(), events, config: { url: url.trim() } } }),
    onSuccess: async ({ id, name }) => {
      toast(t('webhooks.created_toast', { name }));
      void queryClient.invalidateQueries({ predicate: aboutWebhooks });
      await navigate({ to: '/webhooks/$id/settings', params: { id }, replace: true });
    },
  });
}

export function Creation() {
  const { t } = useTranslation();
  const create = useCreation();
  usePageTitle(t('webhooks.create.title'));
  const close = useLeaveOverlay('/webhooks');
  const { form: fields, onSubmit } = useCreationForm<Values>({
    initialValues: { name: '', url: '', events: [] },
    validate: {
      name: (name) => checkName(name, 256, t),
      url: (url) => checkUrl(url, t),
      events: (events) => checkEvents(events, t),
    },
    create,
  });
  return (
    <CreationDialog
      routed
      size="xl"
      title={t('webhooks.create.title')}
      action={t('webhooks.create_button')}
      busy={create.isPending}
      onSubmit={onSubmit}
      onClose={close}
    >
      <TextInput
        label={t('webhooks.name')}
        withAsterisk
        dir="auto"
        autoComplete="off"
        {...fields.getInputProps('name')}
        data-autofocus
      />
      <TextInput
        label={t('webhooks.url')}
        description={t('webhooks.create.url_hint')}
        placeholder="https://example.com/webhook"
        withAsterisk
        dir="ltr"
        type="url"
        autoComplete="off"
        {...fields.getInputProps('url')}
      />
      <EventsField
        value={fields.values.events}
        onChange={(events) => fields.setFieldValue('events', events)}
        description={t('webhooks.create.events_hint')}
        error={fields.errors.events}
      />
    </CreationDialog>
  );
}
