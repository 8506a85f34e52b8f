// Activity tab of an organization: its changes, newest first.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { LogEntry } from '@tessera/contract/audit-logs';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ListSection } from '../../kit/list-section.tsx';
import { Moment } from '../../kit/moment.tsx';
import { ActorName } from './actor-name.tsx';
import { changeOf } from './change.ts';
import { LogIllustration } from './illustration.tsx';
import { LogName } from './log-name.tsx';
import { organizationChangesQuery } from './query.ts';

const route = getRouteApi('/signed-in/layout/organizations/$id/activity');

export function OrganizationChanges() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id } = route.useParams();
  const search = route.useSearch();
  const query = useQuery({ ...organizationChangesQuery(api, id, search), placeholderData: keepPreviousData });
  return (
    <ListSection<LogEntry>
      title={t('audit-logs.tabs.changes')}
      search={search}
      query={query}
      rowKey={({ id: entryId }) => entryId}
      columns={[
        {
          key: 'change',
          title: t('audit-logs.columns.change'),
          cell: (entry) => <LogName entry={entry} basePath="/audit-logs" />,
        },
        {
          key: 'actor',
          title: t('audit-logs.columns.actor'),
          width: '26%',
          priority: 4,
          cell: (entry) => <ActorName actor={changeOf(entry)?.actor} />,
        },
        {
          key: 'time',
          title: t('audit-logs.columns.time'),
          width: '24%',
          priority: 2,
          cell: ({ createdAt }) => <Moment value={createdAt} short />,
        },
      ]}
      empty={
        <EmptyState
          illustration={<LogIllustration />}
          title={t('audit-logs.changes_empty_title')}
          text={t('audit-logs.changes_empty_text')}
        />
      }
    />
  );
}
