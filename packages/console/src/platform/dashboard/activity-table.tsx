// The chart's data as a table, newest day first.
import { useTranslation } from 'react-i18next';
import classes from './activity-table.module.css';
import { dayText } from './days.ts';

export function ActivityTable({ days }: { days: readonly { date: string; count: number }[] }) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <details className={classes.details}>
      <summary>{t('dashboard.table.show')}</summary>
      <table className={classes.table}>
        <caption className="visually-hidden">{t('dashboard.chart')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('dashboard.table.day')}</th>
            <th scope="col">{t('dashboard.table.people')}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ date, count }) => (
            <tr key={date}>
              <th scope="row">
                <time dateTime={date}>{dayText(date, i18n.language)}</time>
              </th>
              <td>{number.format(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
