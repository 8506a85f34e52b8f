// Filters by a relative time or a fixed range.
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FilterOptions } from '../../kit/filter-bar.tsx';
import classes from './filters.module.css';
import { type LogSearch, times } from './log-search.ts';

type Times = Pick<LogSearch, 'time' | 'from' | 'to'>;
type Props = { value: Times; onChange: (value: Times) => void; onDone: () => void };

/** The value format of a `datetime-local` input. */
const local = (moment: number) =>
  new Date(moment - new Date(moment).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

type MomentProps = {
  label: string;
  value: number | undefined;
  error?: string | undefined;
  onChange: (moment: number | undefined) => void;
};

function MomentInput({ label, value, error, onChange }: MomentProps) {
  const shown = value === undefined ? '' : local(value);
  const take = (text: string) => {
    if (text === shown) return;
    const moment = new Date(text).getTime();
    onChange(moment > 0 ? moment : undefined);
  };
  return (
    <TextInput
      // Read on blur, since a half-typed year is already a valid date.
      key={shown}
      type="datetime-local"
      label={label}
      error={error}
      defaultValue={shown}
      onBlur={(event) => take(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && take(event.currentTarget.value)}
    />
  );
}

export function TimeFilter({ value: { time, from, to }, onChange, onDone }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <FilterOptions
        options={times.map((name) => ({ value: name, label: t(`audit-logs.times.${name}`) }))}
        value={time}
        onChange={(name) => {
          onChange({ time: name });
          onDone();
        }}
      />
      <div className={classes.moments}>
        <MomentInput
          label={t('audit-logs.filters.from')}
          value={from}
          onChange={(moment) => onChange(span(moment, to))}
        />
        <MomentInput
          label={t('audit-logs.filters.to')}
          value={to}
          error={from !== undefined && to !== undefined && from > to ? t('audit-logs.filters.reversed') : undefined}
          onChange={(moment) => onChange(span(from, moment))}
        />
      </div>
    </>
  );
}

const span = (from: number | undefined, to: number | undefined): Times => ({
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
});

export function useTimeText() {
  const { t, i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' });
  return ({ time, from, to }: Times): string | undefined => {
    if (time !== undefined) return t(`audit-logs.times.${time}`);
    if (from === undefined && to === undefined) return undefined;
    return `${from === undefined ? '…' : format.format(from)} – ${to === undefined ? '…' : format.format(to)}`;
  };
}
