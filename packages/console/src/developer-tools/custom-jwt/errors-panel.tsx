// The latest failed runs of the stored script, from the audit log.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LogEntry } from '@tessera/contract/audit-logs';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { DateText } from '../../kit/date-text.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { type Failure, failureText } from './script-failure.ts';
import classes from './script-page.module.css';
import { errorKeyOf, scriptErrorsQuery, type TokenKind } from './token-kinds.ts';

function ErrorRow({ entry }: { entry: LogEntry }) {
  const { t } = useTranslation();
  const failure = entry.payload.error as Failure;
  const text = failure.code === 'AccessDenied' ? t('custom-jwt.test.denied') : undefined;
  return (
    <li>
      <Link to="/audit-logs/$logId" params={{ logId: entry.id }}>
        <DateText value={entry.createdAt} />
      </Link>
      <p>
        {failure.line !== undefined && `${t('custom-jwt.line', { line: failure.line })} `}
        {text !== undefined && `${text}: `}
        <bdi>{failureText(failure, t)}</bdi>
      </p>
    </li>
  );
}

export function ErrorsPanel({ kind }: { kind: TokenKind }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data, error, refetch } = useQuery(scriptErrorsQuery(api, kind));
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={120} />;
  if (data.items.length === 0) return <p className={classes.lead}>{t('custom-jwt.errors.none')}</p>;
  return (
    <>
      <p className={classes.lead}>{t('custom-jwt.errors.text')}</p>
      <ul className={classes.errors}>
        {data.items.map((entry) => (
          <ErrorRow key={entry.id} entry={entry} />
        ))}
      </ul>
      <Link to="/audit-logs" search={{ event: errorKeyOf[kind] }}>
        {t('custom-jwt.errors.all')}
      </Link>
    </>
  );
}
