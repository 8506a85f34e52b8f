// Details page of a log entry, with the raw data.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { applicationQuery } from '../../authentication/applications/query.ts';
import { BackLink, DetailsError, DetailsPage, DetailsSkeleton } from '../../kit/details-page.tsx';
import { userQuery } from '../../user-management/users/query.ts';
import { useUserTitle } from '../../user-management/users/user-name.tsx';
import { changeOf } from './change.ts';
import { ChangePart } from './change-part.tsx';
import classes from './details.module.css';
import { EventPart } from './event-part.tsx';
import { EntryIcon, isImpersonation } from './log-name.tsx';
import { useLogTitle } from './log-title.ts';
import { logQuery } from './query.ts';
import { RawJson } from './raw-json.tsx';

/** `back`: link to the list the entry was opened from. */
function LogDetails({ id, back }: { id: string; back: ReactNode }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const title = useLogTitle();
  const { data: entry, error, refetch } = useQuery(logQuery(api, id));
  if (error && !entry) {
    return (
      <DetailsError
        back={back}
        error={error}
        notFoundTitle={t('audit-logs.details.not_found')}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!entry) return <DetailsSkeleton back={back} />;
  const change = changeOf(entry);
  const type = isImpersonation(entry) ? 'impersonation' : (`results.${entry.payload.result}` as const);
  return (
    <DetailsPage
      back={back}
      icon={<EntryIcon entry={entry} size={24} />}
      title={title(entry.key, entry.payload.result)}
      type={change ? t('audit-logs.columns.change') : t(`audit-logs.${type}`)}
      id={{ label: t('audit-logs.details.id'), value: entry.id }}
      tabs={null}
    >
      <div className={classes.columns}>
        <div className={classes.summary}>
          {change ? <ChangePart entry={entry} change={change} /> : <EventPart entry={entry} />}
        </div>
        <RawJson value={entry} />
      </div>
    </DetailsPage>
  );
}

const entryRoute = getRouteApi('/signed-in/layout/audit-logs/$logId');

export function AuditLogDetails() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { logId } = entryRoute.useParams();
  const { data } = useQuery(logQuery(api, logId));
  const to = data && changeOf(data) ? '/audit-logs/changes' : '/audit-logs';
  return (
    <LogDetails
      id={logId}
      back={
        <BackLink to={to} search={true}>
          {t('audit-logs.details.back')}
        </BackLink>
      }
    />
  );
}

const ofApplicationRoute = getRouteApi('/signed-in/layout/applications/$id/logs/$logId');

export function ApplicationLogDetails() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id, logId } = ofApplicationRoute.useParams();
  const { data } = useQuery({ ...applicationQuery(api, id), meta: { silent: true } });
  return (
    <LogDetails
      id={logId}
      back={
        <BackLink to="/applications/$id/logs" params={{ id }} search={true}>
          {t('audit-logs.details.back_to', { name: data?.name ?? id })}
        </BackLink>
      }
    />
  );
}

const ofUserRoute = getRouteApi('/signed-in/layout/users/$id/logs/$logId');

export function UserLogDetails() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id, logId } = ofUserRoute.useParams();
  const { data } = useQuery({ ...userQuery(api, id), meta: { silent: true } });
  const titleOf = useUserTitle();
  return (
    <LogDetails
      id={logId}
      back={
        <BackLink to="/users/$id/logs" params={{ id }} search={true}>
          {t('audit-logs.details.back_to', { name: data ? titleOf(data) : id })}
        </BackLink>
      }
    />
  );
}
