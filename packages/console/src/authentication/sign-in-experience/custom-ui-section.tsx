// Custom sign-in UI: a ZIP archive, uploaded immediately and used after the next save.
import { ActionIcon } from '@mantine/core';
import { IconFileZip, IconTrash, IconUpload } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { DropArea, DropHint } from '../../kit/drop-area.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import { Notice } from '../../kit/notice.tsx';
import { OfPlan } from '../../platform/plans/plan.tsx';
import { OriginNotice } from '../look/origin-notice.tsx';
import classes from './custom-ui-section.module.css';
import { useExperience } from './experience-context.ts';
import { labelOf } from './field-texts.ts';

const megabytes = (size: number, language: string) =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 2 }).format(
    size / 1024 / 1024,
  );

export function CustomUiSection() {
  const { t, i18n } = useTranslation();
  const { settings } = useServices();
  const {
    form: { form },
    upload,
  } = useExperience();
  const isOnConsoleOrigin = settings.hasOwnOrigin && new URL(settings.tenantEndpoint).origin === settings.origin;
  const { customUiAssets } = form.values;
  const { file, isRunning, error } = upload;
  const date = (time: number) => new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long' }).format(time);
  return (
    <FormSection title={t('sign-in-experience.own_ui.title')} text={t('sign-in-experience.own_ui.text')}>
      {file ? (
        <Row
          name={file.name}
          about={error ?? `${megabytes(file.size, i18n.language)} · ${t('uploader.uploading')}`}
          isWrong={error !== undefined}
          isRunning={isRunning}
          onRemove={upload.abort}
        />
      ) : customUiAssets ? (
        <Row
          name={labelOf('customUiAssets', t)}
          about={t('sign-in-experience.own_ui.uploaded', { date: date(customUiAssets.createdAt) })}
          onRemove={() => form.setFieldValue('customUiAssets', null)}
        />
      ) : (
        settings.hasOwnOrigin && (
          <OfPlan feature="bringYourUiEnabled">
            <Choice onFile={upload.start} />
          </OfPlan>
        )
      )}
      <OriginNotice />
      {isOnConsoleOrigin && (
        <Notice severity="warning">
          {t('sign-in-experience.own_ui.console_origin', { setting: 'ADMIN_ENDPOINT' })}
        </Notice>
      )}
    </FormSection>
  );
}

type RowProps = { name: string; about: string; isWrong?: boolean; isRunning?: boolean; onRemove: () => void };

function Row({ name, about, isWrong = false, isRunning = false, onRemove }: RowProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.row} data-error={isWrong || undefined}>
      <IconFileZip size={20} stroke={1.6} aria-hidden="true" />
      <div className={classes.about}>
        <bdi>{name}</bdi>
        <p className={classes.hint} role="status">
          {about}
        </p>
      </div>
      <ActionIcon
        variant="subtle"
        color="red"
        size={32}
        aria-label={t('general.remove_named', { name })}
        onClick={onRemove}
      >
        <IconTrash size={16} />
      </ActionIcon>
      {isRunning && <span className={classes.stripe} />}
    </div>
  );
}

function Choice({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useTranslation();
  const hint = useId();
  return (
    <div className={classes.choice}>
      <DropArea
        label={t('sign-in-experience.own_ui.title')}
        accept=".zip,application/zip"
        hint={hint}
        isRefused={false}
        onFiles={([file]) => file && onFile(file)}
      >
        <IconUpload size={16} stroke={1.6} aria-hidden="true" />
        <span>{t('sign-in-experience.own_ui.choose')}</span>
      </DropArea>
      <DropHint id={hint} isRefused={false}>
        {t('sign-in-experience.own_ui.hint')}
      </DropHint>
    </div>
  );
}
