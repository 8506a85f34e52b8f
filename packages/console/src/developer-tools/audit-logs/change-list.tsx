// Changes by administrators and machine-to-machine applications, newest first.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { LogEntry } from '@tessera/contract/audit-logs';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ListContent } from '../../kit/list-section.tsx';
import { Moment } from '../../kit/moment.tsx';
import { ActorName } from './actor-name.tsx';
import { changeOf } from './change.ts';
import { ExportButton } from './export-button.tsx';
import classes from './filters.module.css';
import { Filters } from './filters.tsx';
import { LogIllustration } from './illustration.tsx';
import { Capped, FilteredEmpty } from './list-ends.tsx';
import { LogName } from './log-name.tsx';
import { isFiltered } from './log-search.ts';
import { logsQuery } from './query.ts';

function Target({ entry }: { entry: LogEntry }) {
  const { entityName, entityId } = changeOf(entry) ?? {};
  if (entityName !== undefined) return <bdi>{entityName}</bdi>;
  return (
    <code className="mono" dir="ltr">
      {entityId}
    </code>
  );
}

const route = getRouteApi('/signed-in/layout/audit-logs/changes');

export function ChangeList() {
  const { t } = useTranslation();
  const { api } = useServices();
  const search = route.useSearch();
  const query = useQuery({ ...logsQuery(api, 'changes', search), placeholderData: keepPreviousData });
  return (
    <div className={classes.section}>
      <Filters
        kind="changes"
        search={search}
        hideApplication
        hideUser={false}
        action={<ExportButton kind="changes" search={search} isEmpty={query.data?.total === 0} />}
      />
      <ListContent<LogEntry>
        title={t('audit-logs.tabs.changes')}
        search={search}
        query={query}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'change',
            title: t('audit-logs.columns.change'),
            cell: (entry) => <LogName entry={entry} basePath="/audit-logs" />,
          },
          {
            key: 'thing',
            title: t('audit-logs.columns.thing'),
            width: '26%',
            cell: (entry) => <Target entry={entry} />,
          },
          {
            key: 'actor',
            title: t('audit-logs.columns.actor'),
            width: '20%',
            cell: (entry) => (
              <span className={classes.oneLine}>
                <ActorName actor={changeOf(entry)?.actor} />
              </span>
            ),
          },
          {
            key: 'time',
            title: t('audit-logs.columns.time'),
            width: '20%',
            cell: ({ createdAt }) => <Moment value={createdAt} short />,
          },
        ]}
        empty={
          isFiltered(search) ? (
            <FilteredEmpty />
          ) : (
            <EmptyState
              illustration={<LogIllustration />}
              title={t('audit-logs.changes_empty_title')}
              text={t('audit-logs.changes_empty_text')}
            />
          )
        }
      />
      <Capped total={query.data?.total} page={search.page} />
    </div>
  );
}
