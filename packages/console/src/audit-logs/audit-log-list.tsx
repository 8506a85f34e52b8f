// Events of the log, with filters. The pages of users and applications have it as a tab, narrowed to one of them.
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { LogEntry } from '@tessera/contract/logs';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { ApplicationById } from '../applications/application-by-id.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { pageSize } from '../kit/list-search.ts';
import { ListContent } from '../kit/list-section.tsx';
import type { Column } from '../kit/list-table.tsx';
import { Moment } from '../kit/moment.tsx';
import { NothingIllustration } from '../kit/nothing-illustration.tsx';
import { Notice } from '../kit/notice.tsx';
import { ExportButton } from './export-button.tsx';
import classes from './filters.module.css';
import { Filters, useFilterSearch } from './filters.tsx';
import { LogIllustration } from './illustration.tsx';
import { LogName } from './log-name.tsx';
import { isFiltered, type LogSearch } from './log-search.ts';
import { PersonById, usePeople } from './people.tsx';
import { logsQuery } from './query.ts';

/** As far as the server counts. */
const countLimit = 10_000;

export function FilteredEmpty() {
  const { t } = useTranslation();
  const go = useFilterSearch();
  return (
    <EmptyState
      illustration={<NothingIllustration />}
      title={t('audit-logs.filtered_title')}
      text={t('audit-logs.filtered_text')}
      action={
        <Button variant="default" onClick={() => go({})}>
          {t('audit-logs.filters.clear')}
        </Button>
      }
    />
  );
}

/** On the last page that can be turned to, how to see what comes after it. */
export function Capped({ total, page = 1 }: { total: number | undefined; page: number | undefined }) {
  const { t } = useTranslation();
  if (total === undefined || total <= countLimit || page < Math.floor(total / pageSize)) return null;
  return <Notice>{t('audit-logs.capped')}</Notice>;
}

type Props = {
  /** Only what this person, or this application, did. */
  userId?: string;
  applicationId?: string;
  /** Where nobody signs in there are no people. */
  hideUser?: boolean;
  /** The address that the pages of single entries are below. */
  basePath: string;
};

export function AuditLogList({ userId, applicationId, hideUser = userId !== undefined, basePath }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const search: LogSearch = useSearch({ strict: false });
  const narrowed = { ...search, ...(userId && { userId }), ...(applicationId && { applicationId }) };
  const query = useQuery({ ...logsQuery(api, 'events', narrowed), placeholderData: keepPreviousData });
  const people = usePeople(hideUser ? [] : (query.data?.items ?? []).map(({ payload }) => payload.userId));
  const hideApplication = applicationId !== undefined;
  const columns: (Column<LogEntry> | false)[] = [
    {
      key: 'event',
      title: t('audit-logs.columns.event'),
      width: '42%',
      cell: (entry) => <LogName entry={entry} basePath={basePath} />,
    },
    !hideUser && {
      key: 'user',
      title: t('audit-logs.columns.user'),
      width: '20%',
      cell: ({ payload }) => <PersonById id={payload.userId} people={people} />,
    },
    !hideApplication && {
      key: 'application',
      title: t('audit-logs.columns.application'),
      width: '18%',
      cell: ({ payload }) => <ApplicationById id={payload.applicationId ?? null} />,
    },
    {
      key: 'time',
      title: t('audit-logs.columns.time'),
      width: '20%',
      cell: ({ createdAt }) => <Moment value={createdAt} short />,
    },
  ];
  return (
    <div className={classes.section}>
      <Filters
        kind="events"
        search={search}
        hideApplication={hideApplication}
        hideUser={hideUser}
        action={<ExportButton kind="events" search={narrowed} isEmpty={query.data?.total === 0} />}
      />
      <ListContent
        title={t('audit-logs.title')}
        search={search}
        query={query}
        rowKey={({ id }) => id}
        columns={columns.filter((column) => column !== false)}
        empty={
          isFiltered(search) ? (
            <FilteredEmpty />
          ) : (
            <EmptyState
              illustration={<LogIllustration />}
              title={t('audit-logs.empty_title')}
              text={t('audit-logs.empty_text')}
            />
          )
        }
      />
      <Capped total={query.data?.total} page={search.page} />
    </div>
  );
}
