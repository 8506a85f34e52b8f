// A relative time while recent, otherwise the date; exact time on hover.
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

const minute = 60_000;
const steps = [
  { unit: 'day', length: 1440 * minute },
  { unit: 'hour', length: 60 * minute },
  { unit: 'minute', length: minute },
] as const;
const week = 7 * 1440 * minute;

function formatMoment(moment: Date, language: string, t: TFunction) {
  const distance = moment.getTime() - Date.now();
  if (Math.abs(distance) >= week) return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(moment);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const step = steps.find(({ length }) => Math.abs(distance) >= length);
  if (step) return relative.format(Math.trunc(distance / step.length), step.unit);
  return distance > 0 ? relative.format(0, 'second') : t('general.just_now');
}

export function DateText({ value }: { value: number }) {
  const { t, i18n } = useTranslation();
  const moment = new Date(value);
  const exact = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long', timeStyle: 'medium' }).format(moment);
  return (
    <time dateTime={moment.toISOString()} title={exact}>
      {formatMoment(moment, i18n.language, t)}
    </time>
  );
}
