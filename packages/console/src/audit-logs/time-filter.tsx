// Which time is looked at: back from now, or between two moments.
import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './filters.module.css';
import type { LogSearch, TimeName } from './log-search.ts';

type Times = Pick<LogSearch, 'time' | 'from' | 'to'>;
type Props = { value: Times; onChange: (value: Times) => void };

const names: readonly TimeName[] = ['hour', 'day', 'week', 'month'];
const day = 86_400_000;

/** As an input for a local time writes it. */
const local = (moment: number) =>
  new Date(moment - new Date(moment).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

type MomentProps = { label: string; value: number | undefined; onChange: (moment: number | undefined) => void };

function MomentInput({ label, value, onChange }: MomentProps) {
  const shown = value === undefined ? '' : local(value);
  const take = (text: string) => {
    if (text === shown) return;
    const moment = new Date(text).getTime();
    onChange(moment > 0 ? moment : undefined);
  };
  return (
    <TextInput
      // Taken when somebody is done: a year that is half typed is a year, too.
      key={shown}
      type="datetime-local"
      label={label}
      defaultValue={shown}
      onBlur={(event) => take(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && take(event.currentTarget.value)}
      className={classes.moment}
      classNames={{ label: classes.momentLabel }}
    />
  );
}

export function TimeFilter({ value, onChange }: Props) {
  const { t } = useTranslation();
  const { time, from, to } = value;
  const isCustom = time === undefined && (from !== undefined || to !== undefined);
  const choose = (name: string | null) => {
    if (name === 'custom') return onChange({ from: Math.floor((Date.now() - day) / 60_000) * 60_000 });
    const known = names.find((one) => one === name);
    onChange(known ? { time: known } : {});
  };
  return (
    <>
      <Select
        aria-label={t('audit-logs.filters.time')}
        data={['any' as const, ...names, 'custom' as const].map((name) => ({
          value: name,
          label: t(`audit-logs.times.${name}`),
        }))}
        value={time ?? (isCustom ? 'custom' : 'any')}
        onChange={choose}
        allowDeselect={false}
      />
      {isCustom && (
        <div className={classes.moments}>
          <MomentInput
            label={t('audit-logs.filters.from')}
            value={from}
            onChange={(moment) => onChange(span(moment, to))}
          />
          <MomentInput
            label={t('audit-logs.filters.to')}
            value={to}
            onChange={(moment) => onChange(span(from, moment))}
          />
        </div>
      )}
    </>
  );
}

const span = (from: number | undefined, to: number | undefined): Times => ({
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
});
