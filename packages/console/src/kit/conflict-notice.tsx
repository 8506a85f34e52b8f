// Shown when the entity was changed by another user: lists the differences and asks which values to keep.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './conflict-notice.module.css';
import type { Conflict } from './details-form.ts';
import { Notice } from './notice.tsx';

type Props<Values> = {
  conflict: Conflict<Values>;
  /** Labels of the fields. */
  labelOf: (field: keyof Values & string) => string;
  /** Display text of values that are not plain strings. */
  textOf?: (field: keyof Values & string, value: Values) => string | undefined;
};

export function ConflictNotice<Values extends object>({ conflict, labelOf, textOf: read }: Props<Values>) {
  const { t, i18n } = useTranslation();
  const { stored, fields, overwrite, takeOver } = conflict;
  const textOf = (value: unknown) => {
    if (typeof value === 'boolean') return value ? t('conflict.on') : t('conflict.off');
    return Array.isArray(value) ? value.filter((row) => row !== '').join('\n') : String(value ?? '');
  };
  const names = fields.map(labelOf);
  return (
    <Notice
      severity="warning"
      urgent
      actions={
        <>
          <Button variant="default" onClick={takeOver}>
            {t('conflict.take_over')}
          </Button>
          <Button onClick={overwrite}>{t('conflict.overwrite')}</Button>
        </>
      }
    >
      <p>{t('conflict.text', { fields: new Intl.ListFormat(i18n.language).format(names) })}</p>
      <dl className={classes.theirs}>
        {fields.map((field) => (
          <div key={field}>
            <dt>
              {labelOf(field)}: {t('conflict.theirs')}
            </dt>
            <dd dir="auto">{(read?.(field, stored) ?? textOf(stored[field])) || t('conflict.empty')}</dd>
          </div>
        ))}
      </dl>
      <p>{t('conflict.kept')}</p>
    </Notice>
  );
}
