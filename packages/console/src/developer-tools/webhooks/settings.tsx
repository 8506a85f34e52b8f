// Settings of a webhook: URL, events, headers, signing key and retries.
import { SegmentedControl, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { secretMask } from '@tessera/contract/secret-mask';
import type { WebhookWithStats } from '@tessera/contract/webhooks';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { ConflictNotice } from '../../kit/conflict-notice.tsx';
import { useDetailsForm } from '../../kit/details-form.ts';
import { FormSection, FormSections } from '../../kit/form-section.tsx';
import { KeyValueRows } from '../../kit/key-value-rows.tsx';
import { SaveBar } from '../../kit/save-bar.tsx';
import { EventsField } from './events-field.tsx';
import { checkWebhook, configOf, emptyHeader, valuesOf, type WebhookValues } from './hook-values.ts';
import { aboutWebhooks, revealWebhook, webhookQuery } from './query.ts';
import { SigningKey } from './signing-key.tsx';
import { TestCard } from './test-card.tsx';
import classes from './webhooks.module.css';

const labels = {
  name: 'webhooks.name',
  url: 'webhooks.url',
  events: 'webhooks.events',
  headers: 'webhooks.settings.headers',
  retries: 'webhooks.settings.retries',
} as const satisfies Record<keyof WebhookValues, string>;

const route = getRouteApi('/signed-in/layout/webhooks/$id');
type Shown = Versioned<WebhookWithStats>;

export function WebhookSettings() {
  const { api } = useServices();
  const { id } = route.useParams();
  const { data } = useQuery(webhookQuery(api, id));
  return data ? <Form key={id} hook={data} /> : null;
}

function useWebhookForm(hook: Shown) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const params = { id: hook.id };
  /** Revealed header values. The form keeps the mask, so revealing is not a change. */
  const [revealed, setRevealed] = useState<Readonly<Record<string, string>>>({});
  const reveal = useMutation({
    mutationFn: () => revealWebhook(api, hook.id),
    onSuccess: ({ config }) => setRevealed(config.headers ?? {}),
  });
  const details = useDetailsForm<WebhookWithStats, WebhookValues>({
    entity: hook,
    valuesOf,
    validate: (values) => checkWebhook(values, t),
    secrets: ['headers'],
    read: () => api.management.get('/hooks/:id', { params, query: { includeExecutionStats: 'true' } }),
    write: ({ etag }, values) =>
      api.management.patch('/hooks/:id', {
        params,
        body: { name: values.name.trim(), events: values.events, config: configOf(values) },
        etag,
      }),
    onNewVersion: (saved) => {
      setRevealed({});
      const { queryKey } = webhookQuery(api, hook.id);
      // PATCH does not return statistics; keep the cached ones.
      queryClient.setQueryData(queryKey, (known) => {
        const executionStats = saved.executionStats ?? known?.executionStats;
        return { ...saved, ...(executionStats && { executionStats }) };
      });
      void queryClient.invalidateQueries({ predicate: aboutWebhooks });
    },
    fieldOf: ({ path }) => path.map(String).findLast((part) => part in labels),
  });
  return { ...details, headerValues: { revealed, reveal: () => reveal.mutate() } };
}

type WebhookForm = ReturnType<typeof useWebhookForm>['form'];
type HeaderValues = ReturnType<typeof useWebhookForm>['headerValues'];

function Headers({ form, headerValues: { revealed, reveal } }: { form: WebhookForm; headerValues: HeaderValues }) {
  const { t } = useTranslation();
  const { headers } = form.values;
  return (
    <KeyValueRows
      label={t('webhooks.settings.headers')}
      keyLabel={t('webhooks.settings.header_key')}
      valueLabel={t('webhooks.settings.header_value')}
      secret
      onReveal={reveal}
      rows={headers.map(({ key, value }, index) => ({
        key,
        value: value === secretMask ? (revealed[key] ?? value) : value,
        keyError: form.errors[`headers.${index}.key`],
        valueError: form.errors[`headers.${index}.value`],
        path: `headers.${index}`,
      }))}
      onChange={(index, row) => {
        form.setFieldValue('headers', headers.with(index, row));
        form.clearFieldError(`headers.${index}.key`);
        form.clearFieldError(`headers.${index}.value`);
      }}
      onAdd={() => form.setFieldValue('headers', [...headers, emptyHeader])}
      onRemove={(index) => {
        const rest = headers.filter((_, other) => other !== index);
        form.setFieldValue('headers', rest.length > 0 ? rest : [emptyHeader]);
        form.clearErrors();
      }}
    />
  );
}

function Retries({ form }: { form: WebhookForm }) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <div className={classes.retries}>
      <span id={id} className={classes.label}>
        {t('webhooks.settings.retries')}
      </span>
      <SegmentedControl
        aria-labelledby={id}
        data={[0, 1, 2, 3].map((count) => ({ value: String(count), label: number.format(count) }))}
        {...form.getInputProps('retries')}
      />
    </div>
  );
}

function Form({ hook }: { hook: Shown }) {
  const { t } = useTranslation();
  const { form, changes, saving, onSubmit, discard, conflict, headerValues, invalid } = useWebhookForm(hook);
  return (
    <form onSubmit={onSubmit} noValidate>
      <FormSections>
        <FormSection title={t('webhooks.settings.title')} text={t('webhooks.settings.text')}>
          <TextInput label={t('webhooks.name')} withAsterisk dir="auto" {...form.getInputProps('name')} />
          <TextInput
            label={t('webhooks.url')}
            description={t('webhooks.create.url_hint')}
            withAsterisk
            dir="ltr"
            type="url"
            {...form.getInputProps('url')}
          />
          <EventsField
            value={form.values.events}
            onChange={(events) => form.setFieldValue('events', events)}
            error={form.errors.events}
          />
        </FormSection>
        <FormSection title={t('webhooks.settings.security')} text={t('webhooks.settings.security_text')}>
          <SigningKey hook={hook} />
        </FormSection>
        <FormSection title={t('webhooks.settings.headers')} text={t('webhooks.settings.headers_text')}>
          <Headers form={form} headerValues={headerValues} />
        </FormSection>
        <FormSection title={t('webhooks.settings.delivery')} text={t('webhooks.settings.delivery_text')}>
          <Retries form={form} />
        </FormSection>
        <FormSection title={t('webhooks.test.title')} text={t('webhooks.test.text')}>
          <TestCard
            hookId={hook.id}
            values={form.values}
            isValid={Object.keys(checkWebhook(form.values, t)).length === 0}
          />
        </FormSection>
      </FormSections>
      <SaveBar
        changes={changes}
        saving={saving}
        onDiscard={discard}
        invalid={invalid}
        {...(conflict && {
          notice: (
            <ConflictNotice
              conflict={conflict}
              labelOf={(field) => t(labels[field])}
              textOf={(field, { headers }) =>
                field === 'headers' ? headers.map(({ key, value }) => `${key}: ${value}`).join('\n') : undefined
              }
            />
          ),
        })}
      />
    </form>
  );
}
