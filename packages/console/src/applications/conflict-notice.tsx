// Somebody else has saved the application meanwhile: what they changed, and whose values are to stay.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '../kit/notice.tsx';
import classes from './conflict-notice.module.css';
import { fieldLabels } from './field-labels.ts';
import { filled, type SettingsField, type SettingsValues } from './settings-values.ts';

type Conflict = {
  stored: SettingsValues;
  fields: readonly SettingsField[];
  overwrite: () => void;
  takeOver: () => void;
};

const textOf = (value: SettingsValues[SettingsField]) =>
  Array.isArray(value) ? filled(value).join('\n') : String(value);

export function ConflictNotice({ conflict: { stored, fields, overwrite, takeOver } }: { conflict: Conflict }) {
  const { t, i18n } = useTranslation();
  const names = fields.map((field) => t(fieldLabels[field]));
  return (
    <Notice
      severity="warning"
      urgent
      actions={
        <>
          <Button variant="default" onClick={takeOver}>
            {t('applications.conflict.take_over')}
          </Button>
          <Button onClick={overwrite}>{t('applications.conflict.overwrite')}</Button>
        </>
      }
    >
      <p>{t('applications.conflict.text', { fields: new Intl.ListFormat(i18n.language).format(names) })}</p>
      <dl className={classes.theirs}>
        {fields.map((field) => (
          <div key={field}>
            <dt>
              {t(fieldLabels[field])}: {t('applications.conflict.theirs')}
            </dt>
            <dd dir="auto">{textOf(stored[field]) || t('applications.conflict.empty')}</dd>
          </div>
        ))}
      </dl>
      <p>{t('applications.conflict.kept')}</p>
    </Notice>
  );
}
