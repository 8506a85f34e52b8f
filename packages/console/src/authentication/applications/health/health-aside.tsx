// Health next to the settings: how many requests succeed, which redirect URIs are used, and the worst problem with its fix.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../../app/services.tsx';
import { ErrorState } from '../../../kit/error-state.tsx';
import { StateTag } from '../../../kit/state-tag.tsx';
import type { ApplicationData } from '../application.ts';
import { signsUsersIn } from '../settings-values.ts';
import classes from './aside.module.css';
import { DayBars } from './day-bars.tsx';
import { type Health, healthQuery } from './query.ts';
import { TopFailure } from './top-failure.tsx';
import { UsedUris } from './used-uris.tsx';

type Props = Pick<ApplicationData, 'application'>;

export function HealthAside({ application }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data, error, refetch } = useQuery(healthQuery(api, application.id));
  if (data) return <Loaded application={application} health={data} />;
  return (
    <Card>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.part} role="status" aria-label={t('general.loading')}>
          <Skeleton height={20} width="60%" />
          <Skeleton height={28} />
        </div>
      )}
    </Card>
  );
}

function Card({ issues = 0, children }: { issues?: number; children: ReactNode }) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <aside className={classes.card} aria-labelledby={titleId}>
      <header className={classes.head}>
        <h2 id={titleId}>{t('application-health.aside.title')}</h2>
        <span className={classes.note}>{t('application-health.aside.period')}</span>
        {issues > 0 && (
          <span className={classes.issues}>
            <StateTag state="warning">{t('application-health.aside.issues', { count: issues })}</StateTag>
          </span>
        )}
      </header>
      {children}
    </aside>
  );
}

function Loaded({ application, health }: Props & { health: Health }) {
  const { t } = useTranslation();
  const { id, type } = application;
  const { days, failures, redirectUris, secrets } = health;
  const [worst] = failures;
  const risky = secrets.filter(({ issues }) => issues.length > 0);
  const isQuiet = days.every(({ signIns, failed }) => signIns + failed === 0);
  return (
    <Card issues={failures.length + risky.length}>
      {/* Only sign-ins are counted, so others have no share of successes. */}
      {!isQuiet && (signsUsersIn(type) || type === 'Protected') && <Rate days={days} />}
      {isQuiet && type !== 'MachineToMachine' && <p className={classes.part}>{t('application-health.aside.quiet')}</p>}
      {isQuiet && type === 'MachineToMachine' && <p className={classes.part}>{t('application-health.aside.fine')}</p>}
      {redirectUris.length > 0 && <UsedUris uris={redirectUris} />}
      {risky.length > 0 && (
        <div className={classes.part}>
          <h3 className={classes.title}>{t('application-health.aside.secrets')}</h3>
          <ul className={classes.list}>
            {risky.map(({ name, issues: [issue] }) => (
              <li key={name} className={classes.row}>
                <bdi className={classes.name}>{name}</bdi>
                {issue && (
                  <StateTag state={issue === 'expired' ? 'error' : 'warning'}>
                    {t(`application-health.secrets.issues.${issue}`)}
                  </StateTag>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      {worst && <TopFailure application={application} failure={worst} />}
      <Link to="/applications/$id/health" params={{ id }} className={classes.all}>
        {t('application-health.aside.details')}
      </Link>
    </Card>
  );
}

function Rate({ days }: Pick<Health, 'days'>) {
  const { t, i18n } = useTranslation();
  const signIns = days.reduce((sum, day) => sum + day.signIns, 0);
  const total = days.reduce((sum, day) => sum + day.failed, signIns);
  const share = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  // 99.96 % is not all of them.
  const rounded = signIns === total ? 1 : Math.min(0.999, signIns / total);
  return (
    <div className={classes.part}>
      <p className={classes.rate}>
        <strong>{share.format(rounded)}</strong>{' '}
        <span className={classes.note}>
          {t('application-health.aside.rate', { total: new Intl.NumberFormat(i18n.language).format(total) })}
        </span>
      </p>
      <DayBars days={days} />
    </div>
  );
}
