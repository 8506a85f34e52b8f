// An exact date and time in the reader's locale.
import { useTranslation } from 'react-i18next';
import classes from './moment.module.css';

export function Moment({ value, short = false }: { value: number; short?: boolean }) {
  const { i18n } = useTranslation();
  const moment = new Date(value);
  const format = new Intl.DateTimeFormat(i18n.language, {
    dateStyle: short ? 'short' : 'long',
    timeStyle: 'medium',
  });
  return (
    <time dateTime={moment.toISOString()} className={short ? classes.short : undefined}>
      {format.format(moment)}
    </time>
  );
}
