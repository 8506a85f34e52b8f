// The exact moment of an entry, as people of that language write it.
import { useTranslation } from 'react-i18next';

export function Moment({ value }: { value: number }) {
  const { i18n } = useTranslation();
  const moment = new Date(value);
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' });
  return <time dateTime={moment.toISOString()}>{format.format(moment)}</time>;
}
