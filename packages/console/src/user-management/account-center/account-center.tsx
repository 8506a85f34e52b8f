// The account center settings, with a preview of the account pages next to them.
import { Button, Skeleton, Switch } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconExternalLink, IconEye } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { type Experience, experienceQuery } from '../../authentication/sign-in-experience/query.ts';
import { CopyField } from '../../kit/copy-field.tsx';
import { useDetailsForm } from '../../kit/details-form.ts';
import { EditableForm } from '../../kit/editable-form.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import { listRows } from '../../kit/list-rows.ts';
import { MultiText } from '../../kit/multi-text.tsx';
import { Notice } from '../../kit/notice.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { SidePanel } from '../../kit/side-panel.tsx';
import classes from './account-center.module.css';
import { FieldControls } from './field-controls.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { type AccountCenter, accountCenterQuery } from './query.ts';
import { bodyOf, fieldGroups, isNothingShown, type Values, valuesOf, withEverything } from './values.ts';

/** Must match the stylesheet's two-column breakpoint. */
const wide = '(min-width: 75em)';

export function AccountCenterPage() {
  const { api } = useServices();
  const center = useQuery(accountCenterQuery(api));
  const experience = useQuery(experienceQuery(api));
  const error = center.error ?? experience.error;
  if (center.data && experience.data) return <Form center={center.data} experience={experience.data} />;
  return (
    <>
      <Header />
      {error ? (
        <ErrorState error={error} onRetry={() => void Promise.all([center.refetch(), experience.refetch()])} />
      ) : (
        <FormSkeleton />
      )}
    </>
  );
}

function Header({ actions }: { actions?: React.ReactNode }) {
  const { t } = useTranslation();
  return <PageHeader title={t('account-center.title')} subtitle={t('account-center.subtitle')} actions={actions} />;
}

function Form({ center, experience }: { center: Versioned<AccountCenter>; experience: Experience }) {
  const { t } = useTranslation();
  const { api, settings } = useServices();
  const queryClient = useQueryClient();
  const isWide = useMediaQuery(wide, undefined, { getInitialValueInEffect: false });
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const work = useDetailsForm<AccountCenter, Values>({
    entity: center,
    valuesOf,
    validate: () => ({}),
    read: () => api.management.get('/account-center'),
    write: (base, values) => api.management.patch('/account-center', { body: bodyOf(values), etag: base.etag }),
    onNewVersion: (saved) => void queryClient.setQueryData(accountCenterQuery(api).queryKey, saved),
    fieldOf: ({ path: [name, index] }) =>
      name === 'webauthnRelatedOrigins' ? `webauthnRelatedOrigins.${Number(index)}` : undefined,
  });
  const { form } = work;
  const { values } = form;
  const address = `${settings.tenantEndpoint}/account`;
  const preview = <PreviewPane values={values} experience={experience} />;
  const labelOf = (field: keyof Values) => t(`account-center.fields.${field}`);
  const textOf = (field: keyof Values, stored: Values) => {
    const value = stored[field];
    if (typeof value === 'string') return t(`account-center.controls.${value}`);
    if (typeof value === 'boolean') return t(value ? 'account-center.on' : 'account-center.off');
    return value.join('\n');
  };
  return (
    <>
      <Header
        actions={
          !isWide && (
            <Button variant="default" leftSection={<IconEye size={16} />} onClick={() => setPreviewOpen(true)}>
              {t('account-center.preview.show')}
            </Button>
          )
        }
      />
      <div className={classes.columns}>
        <EditableForm work={work} labelOf={labelOf} textOf={textOf}>
          <FormSection title={t('account-center.pages_title')} text={t('account-center.pages_text')}>
            <Switch
              label={t('account-center.fields.enabled')}
              description={t('account-center.hints.enabled')}
              checked={values.enabled}
              onChange={(event) => form.setFieldValue('enabled', event.currentTarget.checked)}
            />
            {values.enabled && isNothingShown(values) && (
              <>
                <Notice>{t('account-center.nothing_shown')}</Notice>
                <Button
                  variant="default"
                  className={classes.start}
                  onClick={() => form.setValues(withEverything(values))}
                >
                  {t('account-center.allow_everything')}
                </Button>
              </>
            )}
            <CopyField label={t('account-center.address')} value={address} />
            {center.enabled && (
              <Button
                component="a"
                variant="default"
                className={classes.start}
                leftSection={<IconExternalLink size={14} />}
                href={address}
                target="_blank"
                rel="noopener noreferrer"
              >
                {t('account-center.open')}
                <span className="visually-hidden"> ({t('general.new_tab')})</span>
              </Button>
            )}
          </FormSection>
          {(['profile', 'sign_in'] as const).map((group) => (
            <FormSection
              key={group}
              title={t(`account-center.groups.${group}`)}
              text={t(`account-center.groups.${group}_text`)}
            >
              <FieldControls
                fields={fieldGroups[group]}
                values={values}
                onChange={(field, to) => form.setFieldValue(field, to as never)}
              />
            </FormSection>
          ))}
          <FormSection title={t('account-center.groups.data')} text={t('account-center.groups.data_text')}>
            {(['allowsExport', 'allowsDeletion'] as const).map((field) => (
              <Switch
                key={field}
                label={t(`account-center.fields.${field}`)}
                description={t(`account-center.hints.${field}`)}
                checked={values[field]}
                onChange={(event) => form.setFieldValue(field, event.currentTarget.checked)}
              />
            ))}
          </FormSection>
          <FormSection title={t('account-center.groups.passkeys')} text={t('account-center.groups.passkeys_text')}>
            <MultiText
              label={t('account-center.fields.webauthnRelatedOrigins')}
              description={t('account-center.hints.webauthnRelatedOrigins')}
              placeholder="https://app.example.com"
              {...listRows(form, 'webauthnRelatedOrigins')}
            />
          </FormSection>
        </EditableForm>
        {isWide && (
          <aside className={classes.side} aria-label={t('account-center.preview.title')}>
            {preview}
          </aside>
        )}
      </div>
      {!isWide && isPreviewOpen && (
        <SidePanel onClose={() => setPreviewOpen(false)} size={480} title={t('account-center.preview.title')}>
          {preview}
        </SidePanel>
      )}
    </>
  );
}

function FormSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('general.loading')} className={classes.skeleton}>
      <Skeleton height={96} radius="md" />
      <Skeleton height={320} radius="md" />
      <Skeleton height={160} radius="md" />
    </div>
  );
}
