// Somebody else has saved the same thing meanwhile: what they changed, and whose values are to stay.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './conflict-notice.module.css';
import { Notice } from './notice.tsx';

type Props<V> = {
  conflict: {
    stored: V;
    fields: readonly (keyof V & string)[];
    overwrite: () => void;
    takeOver: () => void;
  };
  labelOf: (field: keyof V & string) => string;
};

export function ConflictNotice<V>({ conflict: { stored, fields, overwrite, takeOver }, labelOf }: Props<V>) {
  const { t, i18n } = useTranslation();
  const textOf = (value: unknown) => {
    if (typeof value === 'boolean') return value ? t('conflict.on') : t('conflict.off');
    return Array.isArray(value) ? value.filter((row) => row !== '').join('\n') : String(value);
  };
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
      <p>{t('conflict.text', { fields: new Intl.ListFormat(i18n.language).format(fields.map(labelOf)) })}</p>
      <dl className={classes.theirs}>
        {fields.map((field) => (
          <div key={field}>
            <dt>
              {labelOf(field)}: {t('conflict.theirs')}
            </dt>
            <dd dir="auto">{textOf(stored[field]) || t('conflict.empty')}</dd>
          </div>
        ))}
      </dl>
      <p>{t('conflict.kept')}</p>
    </Notice>
  );
}
