// Users who couldn't be changed by a bulk action, with reasons.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ListSection } from '../../kit/list-section.tsx';
import { NothingIllustration } from '../../kit/nothing-illustration.tsx';
import { UserLink } from '../users/user-name.tsx';
import { problemsQuery } from './query.ts';

const route = getRouteApi('/signed-in/layout/users/actions/$actionId');

export function Problems({ actionId }: { actionId: string }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const search = route.useSearch();
  const query = useQuery({ ...problemsQuery(api, actionId, search), placeholderData: keepPreviousData });
  return (
    <ListSection
      title={t('user-bulk-actions.problem_list')}
      search={search}
      query={query}
      rowKey={({ userId }) => userId}
      columns={[
        {
          key: 'user',
          title: t('user-bulk-actions.user'),
          cell: ({ userId, user }) =>
            user ? (
              <UserLink user={{ ...user, id: userId }} />
            ) : (
              <span>
                {t('user-bulk-actions.unknown_user')} <code dir="ltr">{userId}</code>
              </span>
            ),
        },
        { key: 'problem', title: t('user-bulk-actions.problem'), width: '60%', cell: ({ message }) => message },
      ]}
      empty={
        <EmptyState
          illustration={<NothingIllustration />}
          title={t('user-bulk-actions.no_problems_title')}
          text={t('user-bulk-actions.no_problems_text')}
        />
      }
    />
  );
}
