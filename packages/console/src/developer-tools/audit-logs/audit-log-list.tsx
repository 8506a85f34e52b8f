// Audit log events with filters; also used as a tab of users and applications.
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { LogEntry } from '@tessera/contract/audit-logs';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { ApplicationById } from '../../authentication/applications/application-by-id.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ListContent } from '../../kit/list-section.tsx';
import type { Column } from '../../kit/list-table.tsx';
import { Moment } from '../../kit/moment.tsx';
import { NoValue } from '../../kit/no-value.tsx';
import { ExportButton } from './export-button.tsx';
import classes from './filters.module.css';
import { Filters, useFilterSearch } from './filters.tsx';
import { LogIllustration } from './illustration.tsx';
import { Capped, FilteredEmpty } from './list-ends.tsx';
import { GroupSwitch, LiveButton } from './list-modes.tsx';
import { LogName } from './log-name.tsx';
import { isFiltered, isGrouped, type LogSearch } from './log-search.ts';
import { LoggedUser, useLoggedUsers } from './logged-users.tsx';
import { logsQuery, pageSizeOf, stepsQuery } from './query.ts';
import { SignInName } from './sign-in-name.tsx';
import { SignInSteps } from './sign-in-steps.tsx';
import { type LogRow, rowsOf } from './sign-ins.ts';

const pollEvery = 2000;

type Props = {
  /** Only events of this user, or of this application. */
  userId?: string;
  applicationId?: string;
  /** Machine-to-machine applications have no users. */
  hideUser?: boolean;
  /** Base path of the entry pages. */
  basePath: string;
};

/** The rows of a page, with all steps of its sign-in attempts: a filter or the end of the page may leave some out. */
function useRows(entries: readonly LogEntry[] | undefined, grouped: boolean) {
  const { api } = useServices();
  const rows = entries && rowsOf(entries, grouped);
  const attempts = rows?.flatMap(({ attempt }) => attempt ?? []) ?? [];
  const { data } = useQuery({
    ...stepsQuery(api, attempts),
    enabled: attempts.length > 0,
    placeholderData: keepPreviousData,
  });
  const all = Map.groupBy(data?.items ?? [], ({ payload }) => payload.interactionId);
  return rows?.map((row): LogRow => {
    const steps = all.get(row.attempt) ?? [];
    return steps.length > row.entries.length ? { ...row, entries: steps } : row;
  });
}

function useColumns({ basePath, search, hideUser, hideApplication, rows }: ColumnProps): Column<LogRow>[] {
  const { t } = useTranslation();
  const go = useFilterSearch();
  const userOf = ({ entries }: LogRow) => entries.find(({ payload }) => payload.userId)?.payload.userId;
  const users = useLoggedUsers(hideUser ? [] : rows.map(userOf));
  const toggle = (attempt: string) => {
    const { open, ...others } = search;
    go(open === attempt ? others : { ...others, open: attempt });
  };
  const columns: (Column<LogRow> | false)[] = [
    {
      key: 'event',
      title: t('audit-logs.columns.event'),
      cell: ({ newest, entries, attempt }) =>
        attempt === undefined ? (
          <LogName entry={newest} basePath={basePath} />
        ) : (
          <SignInName steps={entries} isOpen={search.open === attempt} onToggle={() => toggle(attempt)} />
        ),
    },
    !hideUser && {
      key: 'user',
      title: t('audit-logs.columns.user'),
      width: '17%',
      cell: (row) => <LoggedUser id={userOf(row)} users={users} />,
    },
    !hideApplication && {
      key: 'application',
      title: t('audit-logs.columns.application'),
      width: '14%',
      cell: ({ newest }) => <ApplicationById id={newest.payload.applicationId ?? null} />,
    },
    {
      key: 'ip',
      title: t('audit-logs.details.ip'),
      width: '12%',
      priority: 5,
      cell: ({ newest: { payload } }) =>
        payload.ip === undefined ? <NoValue /> : <span className="mono">{payload.ip}</span>,
    },
    {
      key: 'time',
      title: t('audit-logs.columns.time'),
      width: '20%',
      cell: ({ newest }) => <Moment value={newest.createdAt} short />,
    },
  ];
  return columns.filter((column) => column !== false);
}

type ColumnProps = Required<Pick<Props, 'basePath' | 'hideUser'>> & {
  search: LogSearch;
  hideApplication: boolean;
  rows: readonly LogRow[];
};

function Empty({ search }: { search: LogSearch }) {
  const { t } = useTranslation();
  if (isFiltered(search)) return <FilteredEmpty />;
  return (
    <EmptyState
      illustration={<LogIllustration />}
      title={t('audit-logs.empty_title')}
      text={t('audit-logs.empty_text')}
    />
  );
}

export function AuditLogList({ userId, applicationId, hideUser = userId !== undefined, basePath }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const search: LogSearch = useSearch({ strict: false });
  const narrowed = { ...search, ...(userId && { userId }), ...(applicationId && { applicationId }) };
  const query = useQuery({
    ...logsQuery(api, 'events', narrowed),
    placeholderData: keepPreviousData,
    // Pauses while the page is hidden.
    refetchInterval: search.live ? pollEvery : false,
  });
  const rows = useRows(query.data?.items, isGrouped(search));
  const hideApplication = applicationId !== undefined;
  const columns = useColumns({ basePath, search, hideUser, hideApplication, rows: rows ?? [] });
  const details = ({ attempt, entries }: LogRow) =>
    attempt !== undefined &&
    attempt === search.open && <SignInSteps attempt={attempt} known={entries} basePath={basePath} />;
  const total = query.data?.total;
  return (
    <div className={classes.section}>
      <Filters
        kind="events"
        search={search}
        hideApplication={hideApplication}
        hideUser={hideUser}
        action={
          <>
            <GroupSwitch search={search} />
            <LiveButton search={search} />
            <ExportButton kind="events" search={narrowed} isEmpty={total === 0} />
          </>
        }
      />
      <ListContent<LogRow>
        title={t('audit-logs.title')}
        search={search}
        pageSize={pageSizeOf('events', search)}
        query={
          {
            ...query,
            data: rows && { items: rows, total: total ?? 0 },
          } as UseQueryResult<{ items: LogRow[]; total: number }>
        }
        rowKey={({ id }) => id}
        columns={columns}
        details={details}
        empty={<Empty search={search} />}
      />
      <Capped total={query.data?.total} page={search.page} size={pageSizeOf('events', search)} />
    </div>
  );
}
