// Dashboard: total, new and active users and sign-ins up to a selected day.
import { Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ActiveUsers } from '@tessera/contract/dashboard';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { ActivityChart } from './activity-chart.tsx';
import { ActivityTable } from './activity-table.tsx';
import classes from './dashboard.module.css';
import { parseDay, today } from './days.ts';
import { Metric } from './metric.tsx';
import { activeQuery, newUsersQuery, signInsQuery, totalQuery } from './query.ts';
import { SignInsSection } from './sign-ins.tsx';

const route = getRouteApi('/signed-in/layout/dashboard');

export function Dashboard() {
  const { t } = useTranslation();
  const { api } = useServices();
  const search = route.useSearch();
  const total = useQuery(totalQuery(api));
  const fresh = useQuery(newUsersQuery(api));
  const active = useQuery(activeQuery(api, search.date));
  const signIns = useQuery(signInsQuery(api, search));
  return (
    <>
      <PageHeader title={t('dashboard.title')} subtitle={t('dashboard.subtitle')} />
      {content()}
    </>
  );

  function content() {
    const all = [total, fresh, active, signIns];
    const failed = all.find(({ data, error }) => error && !data);
    if (failed) {
      const again = () => void Promise.all(all.map((query) => query.refetch()));
      return <ErrorState error={failed.error} onRetry={again} />;
    }
    if (!total.data || !fresh.data || !active.data || !signIns.data) return <DashboardSkeleton />;
    return (
      <div className={classes.page}>
        <dl className={classes.cards}>
          <Metric name="total" count={total.data.totalUserCount} />
          <Metric name="new_today" {...fresh.data.today} />
          <Metric name="new_week" {...fresh.data.last7Days} />
        </dl>
        <Activity data={active.data} isStale={active.isPlaceholderData} />
        <SignInsSection data={signIns.data} isStale={signIns.isPlaceholderData} />
      </div>
    );
  }
}

function Activity({ data, isStale }: { data: ActiveUsers; isStale: boolean }) {
  const { t } = useTranslation();
  const id = useId();
  const isQuiet = data.dauCurve.every(({ count }) => count === 0);
  return (
    <section className={classes.activity} aria-labelledby={id} aria-busy={isStale}>
      <div className={classes.head}>
        <h2 id={id} className="visually-hidden">
          {t('dashboard.activity')}
        </h2>
        <dl className={classes.first}>
          <Metric name="daily" {...data.dau} />
        </dl>
        <DayField />
      </div>
      <div className={classes.drawing}>
        <ActivityChart days={data.dauCurve} />
        {isQuiet && <p className={classes.quiet}>{t('dashboard.quiet')}</p>}
      </div>
      <dl className={classes.windows}>
        <Metric name="weekly" {...data.wau} />
        <Metric name="monthly" {...data.mau} />
      </dl>
      <ActivityTable days={data.dauCurve} />
    </section>
  );
}

/** Input may be an invalid date while typing; the numbers update at the next valid one. */
function DayField() {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const { date = today() } = route.useSearch();
  const [typed, setTyped] = useState(date);
  useEffect(() => setTyped(date), [date]);
  const choose = (value: string) => {
    setTyped(value);
    const day = parseDay(value);
    if (day === undefined) return;
    void navigate({
      search: ({ date: _, ...rest }) => ({ ...rest, ...(day !== today() && { date: day }) }),
      replace: true,
    });
  };
  return (
    <TextInput
      className={classes.date}
      type="date"
      label={t('dashboard.date')}
      min="1970-01-01"
      max="9999-12-31"
      value={typed}
      onChange={(event) => choose(event.currentTarget.value)}
      onBlur={() => setTyped(date)}
    />
  );
}

function DashboardSkeleton() {
  return (
    <div className={classes.page} aria-busy="true">
      <div className={classes.cards}>
        {['total', 'today', 'week'].map((name) => (
          <div key={name} className={classes.standIn}>
            <Skeleton height={14} width={110} />
            <Skeleton height={22} width={72} />
          </div>
        ))}
      </div>
      <div className={classes.activity}>
        <div className={classes.standIn}>
          <Skeleton height={14} width={130} />
          <Skeleton height={22} width={72} />
          <Skeleton height={240} />
        </div>
      </div>
    </div>
  );
}
