// Sign-ins and failures in a period, by method and by application.
import { NativeSelect } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { SignIns } from '@tessera/contract/dashboard';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, ListTable, rowLink } from '../../kit/list-table.tsx';
import classes from './dashboard.module.css';
import { defaultPeriod, periods } from './days.ts';
import { Metric } from './metric.tsx';

const route = getRouteApi('/signed-in/layout/dashboard');

type Counted = { succeeded: number; failed: number };

function useCountColumns(): Column<Counted>[] {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  return [
    {
      key: 'succeeded',
      title: t('dashboard.sign_ins.succeeded'),
      width: '24%',
      cell: ({ succeeded }) => number.format(succeeded),
    },
    { key: 'failed', title: t('dashboard.sign_ins.failed'), width: '24%', cell: ({ failed }) => number.format(failed) },
  ];
}

function PeriodField() {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const { days = defaultPeriod } = route.useSearch();
  return (
    <NativeSelect
      className={classes.date}
      label={t('dashboard.sign_ins.period')}
      value={days}
      data={periods.map((count) => ({ value: String(count), label: t('dashboard.sign_ins.days', { count }) }))}
      onChange={({ currentTarget }) => {
        const chosen = Number(currentTarget.value);
        const search = ({ days: _, ...rest }: { date?: string; days?: number }) => ({
          ...rest,
          ...(chosen !== defaultPeriod && { days: chosen }),
        });
        void navigate({ search, replace: true });
      }}
    />
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.part}>
      <h3>{title}</h3>
      {children}
    </div>
  );
}

export function SignInsSection({ data, isStale }: { data: SignIns; isStale: boolean }) {
  const { t } = useTranslation();
  const id = useId();
  const counts = useCountColumns();
  const { total, methods, applications } = data;
  const isEmpty = total.succeeded + total.failed === 0 && methods.length === 0;
  const methodName = (method: string) => t(`dashboard.methods.${method as 'Password'}`, { defaultValue: method });
  return (
    <section className={classes.activity} aria-labelledby={id} aria-busy={isStale}>
      <div className={classes.head}>
        <h2 id={id} className="visually-hidden">
          {t('dashboard.sign_ins.title')}
        </h2>
        <dl className={classes.totals}>
          <Metric name="sign_ins" count={total.succeeded} />
          <Metric name="failures" count={total.failed} />
        </dl>
        <PeriodField />
      </div>
      {isEmpty ? (
        <p className={classes.none}>{t('dashboard.sign_ins.none')}</p>
      ) : (
        <div className={classes.parts}>
          <Part title={t('dashboard.sign_ins.by_method')}>
            <ListTable
              title={t('dashboard.sign_ins.by_method')}
              items={methods}
              rowKey={({ method }) => method}
              stale={isStale}
              columns={[
                {
                  key: 'method',
                  title: t('dashboard.sign_ins.method'),
                  cell: ({ method }) => methodName(method),
                },
                ...counts,
              ]}
            />
          </Part>
          <Part title={t('dashboard.sign_ins.by_application')}>
            <ListTable
              title={t('dashboard.sign_ins.by_application')}
              items={applications}
              rowKey={({ applicationId }) => applicationId}
              stale={isStale}
              columns={[
                {
                  key: 'application',
                  title: t('dashboard.sign_ins.application'),
                  cell: ({ applicationId, name }) =>
                    name === null ? (
                      <code dir="ltr">{applicationId}</code>
                    ) : (
                      <Link
                        to="/applications/$id/settings"
                        params={{ id: applicationId }}
                        className={rowLink}
                        dir="auto"
                      >
                        {name}
                      </Link>
                    ),
                },
                ...counts,
              ]}
            />
          </Part>
        </div>
      )}
    </section>
  );
}
