// Filters users by creation date: a recent period or a range.
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FilterOptions } from '../../kit/filter-bar.tsx';
import classes from './list.module.css';
import { type Period, periods, type UserFilters } from './user-search.ts';

type Times = Pick<UserFilters, 'created' | 'from' | 'to'>;
type Props = { value: Times; onChange: (times: Times) => void; onDone: () => void };

function DayInput({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string | undefined;
  onChange: (day: string) => void;
}) {
  return (
    <TextInput
      // Applied on blur or Enter, since a half-typed year is also valid.
      key={value}
      type="date"
      label={label}
      defaultValue={value}
      onBlur={(event) => event.currentTarget.value !== (value ?? '') && onChange(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && onChange(event.currentTarget.value)}
    />
  );
}

export function CreatedFilter({ value: { created, from, to }, onChange, onDone }: Props) {
  const { t } = useTranslation();
  const between = (start: string | undefined, end: string | undefined) =>
    onChange({ ...(start && { from: start }), ...(end && { to: end }) });
  return (
    <>
      <FilterOptions
        options={(Object.keys(periods) as Period[]).map((period) => ({
          value: period,
          label: t(`users.filters.periods.${period}`),
        }))}
        value={created}
        onChange={(period) => {
          onChange({ created: period });
          onDone();
        }}
      />
      <div className={classes.days}>
        <DayInput label={t('users.filters.from')} value={from} onChange={(day) => between(day, to)} />
        <DayInput label={t('users.filters.to')} value={to} onChange={(day) => between(from, day)} />
      </div>
    </>
  );
}

export function useCreatedText() {
  const { t, i18n } = useTranslation();
  const day = (text: string) =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(new Date(`${text}T00:00`));
  return ({ created, from, to }: Times): string | undefined => {
    if (created) return t(`users.filters.periods.${created}`);
    if (from && to) return t('users.filters.between', { from: day(from), to: day(to) });
    if (from) return t('users.filters.since', { day: day(from) });
    return to && t('users.filters.until', { day: day(to) });
  };
}
