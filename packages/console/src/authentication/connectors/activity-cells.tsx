// Cells about the use of a connector in the last 30 days.
import { useTranslation } from 'react-i18next';
import { NoValue } from '../../kit/no-value.tsx';
import type { Activity } from './activity.ts';
import classes from './connectors.module.css';

const day = 86_400_000;
const week = 7;

/** Days are in UTC, so a use just before midnight may be "yesterday". */
function useDayText() {
  const { i18n } = useTranslation();
  return (date: string) => {
    const moment = Date.parse(date);
    const ago = Math.floor((Date.now() - moment) / day);
    if (ago < week) return new Intl.RelativeTimeFormat(i18n.language, { numeric: 'auto' }).format(-ago, 'day');
    return new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' }).format(moment);
  };
}

export function UsesCell({ activity }: { activity: Activity | undefined }) {
  const { t, i18n } = useTranslation();
  const dayText = useDayText();
  if (!activity) return <NoValue />;
  const { succeeded, lastUsedOn } = activity;
  return (
    <span className={classes.lines}>
      <span>{new Intl.NumberFormat(i18n.language).format(succeeded)}</span>
      <span className={classes.detail}>
        {lastUsedOn === null
          ? t('connectors.activity.unused')
          : t('connectors.activity.used', { when: dayText(lastUsedOn) })}
      </span>
    </span>
  );
}

/** Below the status: how many uses failed. */
export function FailedLine({ activity }: { activity: Activity | undefined }) {
  const { t, i18n } = useTranslation();
  const { failed = 0 } = activity ?? {};
  if (failed === 0) return null;
  const number = new Intl.NumberFormat(i18n.language).format(failed);
  return <span className={classes.detail}>{t('connectors.activity.failed', { count: failed, number })}</span>;
}

const segments = 12;

export function ShareCell({ activity, total }: { activity: Activity | undefined; total: number }) {
  const { i18n } = useTranslation();
  if (!activity || total === 0) return <NoValue />;
  const share = activity.succeeded / total;
  const filled = share === 0 ? 0 : Math.max(1, Math.round(share * segments));
  return (
    <span className={classes.share}>
      <span className={classes.meter} aria-hidden="true">
        <span style={{ inlineSize: `${(100 * filled) / segments}%` }} data-failing={activity.failing && true} />
      </span>
      {new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(share)}
    </span>
  );
}
