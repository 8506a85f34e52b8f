// A moment: how long ago while that is what matters, the day afterwards, and the exact time on hover.
import { useTranslation } from 'react-i18next';

const minute = 60_000;
const steps = [
  { unit: 'day', length: 1440 * minute },
  { unit: 'hour', length: 60 * minute },
  { unit: 'minute', length: minute },
] as const;
const week = 7 * 1440 * minute;

function shown(moment: Date, language: string) {
  const distance = moment.getTime() - Date.now();
  if (Math.abs(distance) >= week) return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(moment);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const step = steps.find(({ length }) => Math.abs(distance) >= length);
  return step ? relative.format(Math.trunc(distance / step.length), step.unit) : relative.format(0, 'second');
}

export function DateText({ value }: { value: number }) {
  const { i18n } = useTranslation();
  const moment = new Date(value);
  const exact = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long', timeStyle: 'medium' }).format(moment);
  return (
    <time dateTime={moment.toISOString()} title={exact}>
      {shown(moment, i18n.language)}
    </time>
  );
}
