// Earlier and running bulk actions on users.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { DateText } from '../../kit/date-text.tsx';
import { BackLink } from '../../kit/details-page.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ListSection } from '../../kit/list-section.tsx';
import { rowLink } from '../../kit/list-table.tsx';
import { NothingIllustration } from '../../kit/nothing-illustration.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { ActionStatus } from './action-status.tsx';
import { actionsQuery, whileRunning } from './query.ts';

const route = getRouteApi('/signed-in/layout/users/actions');

export function Actions() {
  const { t, i18n } = useTranslation();
  const { api } = useServices();
  const search = route.useSearch();
  const number = new Intl.NumberFormat(i18n.language);
  const query = useQuery({
    ...actionsQuery(api, search),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === 'running') ? whileRunning : false,
  });
  return (
    <>
      <BackLink to="/users">{t('user-bulk-actions.back')}</BackLink>
      <PageHeader title={t('user-bulk-actions.list_title')} subtitle={t('user-bulk-actions.list_subtitle')} />
      <ListSection
        title={t('user-bulk-actions.list_title')}
        search={search}
        query={query}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'action',
            title: t('user-bulk-actions.action'),
            width: '32%',
            cell: ({ id, action }) => (
              <Link to="/users/actions/$actionId" params={{ actionId: id }} className={rowLink}>
                {t(`user-bulk-actions.actions.${action}`)}
              </Link>
            ),
          },
          {
            key: 'status',
            title: t('user-bulk-actions.status'),
            width: '20%',
            cell: ({ status }) => <ActionStatus status={status} />,
          },
          {
            key: 'users',
            title: t('user-bulk-actions.users'),
            width: '16%',
            cell: ({ userCount }) => number.format(userCount),
          },
          {
            key: 'failed',
            title: t('user-bulk-actions.failed'),
            width: '16%',
            cell: ({ failedCount }) => number.format(failedCount),
          },
          {
            key: 'time',
            title: t('user-bulk-actions.time'),
            width: '16%',
            cell: ({ createdAt }) => <DateText value={createdAt} />,
          },
        ]}
        empty={
          <EmptyState
            illustration={<NothingIllustration />}
            title={t('user-bulk-actions.none_title')}
            text={t('user-bulk-actions.none_text')}
          />
        }
      />
    </>
  );
}
