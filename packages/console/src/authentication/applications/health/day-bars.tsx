// Requests per day as bars, with the failed ones on top.
import { useTranslation } from 'react-i18next';
import classes from './aside.module.css';
import type { Day } from './query.ts';

export function DayBars({ days }: { days: readonly Day[] }) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const most = Math.max(1, ...days.map(({ signIns, failed }) => signIns + failed));
  const sumOf = (key: 'signIns' | 'failed') => number.format(days.reduce((sum, day) => sum + day[key], 0));
  const first = new Intl.DateTimeFormat(i18n.language, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  return (
    <div dir="ltr">
      <div
        className={classes.bars}
        role="img"
        aria-label={t('application-health.aside.chart', { succeeded: sumOf('signIns'), failed: sumOf('failed') })}
      >
        {days.map(({ date, signIns, failed }) => (
          <span key={date} className={classes.bar}>
            {failed > 0 && <span className={classes.failed} style={{ height: `${(failed / most) * 100}%` }} />}
            {signIns > 0 && <span className={classes.succeeded} style={{ height: `${(signIns / most) * 100}%` }} />}
          </span>
        ))}
      </div>
      <div className={classes.axis} aria-hidden="true">
        <bdi>{first.format(days[0]?.date)}</bdi>
        <bdi>{t('application-health.aside.today')}</bdi>
      </div>
    </div>
  );
}
