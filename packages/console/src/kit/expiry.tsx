// An expiry: date and time in the reader's locale, "never", or "expired".
import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './expiry.module.css';

export function Expiry({ value }: { value: number | null }) {
  const { t, i18n } = useTranslation();
  if (value === null) return <span>{t('expiry.never')}</span>;
  const text = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(value);
  const moment = new Date(value).toISOString();
  if (value > Date.now()) return <time dateTime={moment}>{text}</time>;
  return (
    <Tooltip label={text}>
      <time dateTime={moment} className={classes.over}>
        {t('expiry.expired')}
        <span className="visually-hidden"> {text}</span>
      </time>
    </Tooltip>
  );
}
