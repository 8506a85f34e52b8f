// List of users: filtered, sorted by creation date, or searched.
import { Button } from '@mantine/core';
import { IconTransfer } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet } from '@tanstack/react-router';
import { Trans, useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { countOnly } from '../../kit/affected.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { CreateLink, ListPage } from '../../kit/list-page.tsx';
import { ActionsLink } from '../user-bulk-actions/actions-link.tsx';
import { RunningNotice } from '../user-bulk-actions/running-notice.tsx';
import { useUserColumns } from './columns.tsx';
import { useUserFilters } from './filters.tsx';
import { UsersIllustration } from './illustration.tsx';
import classes from './list.module.css';
import { usersQuery } from './query.ts';
import { useUserSelection } from './user-selection.tsx';

const route = getRouteApi('/signed-in/layout/users');

/** The server's count limits for filters and keyword searches. */
const countLimit = { filters: 10_000, keyword: 1_000 };

type TallyProps = { found: number | undefined; narrowed: boolean; limit: number };

function Tally({ found, narrowed, limit }: TallyProps) {
  const { t, i18n } = useTranslation();
  const { api } = useServices();
  const { data } = useQuery({
    ...api.management.listQuery('/users', { query: countOnly }),
    enabled: narrowed,
    meta: { silent: true },
  });
  if (found === undefined) return null;
  const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value);
  if (!narrowed) return t('users.total', { count: found, number: number(found) });
  if (!data) return null;
  const shown = found > limit ? `${number(limit)}+` : number(found);
  return (
    <Trans
      t={t}
      i18nKey="users.found"
      values={{ found: shown, total: number(data.total) }}
      components={{ b: <strong /> }}
    />
  );
}

export function UserList() {
  const { t } = useTranslation();
  const { api } = useServices();
  const search = route.useSearch();
  const query = useQuery({ ...usersQuery(api, search), placeholderData: keepPreviousData });
  const filters = useUserFilters(search);
  const columns = useUserColumns(search);
  const limit = search.keyword === undefined ? countLimit.filters : countLimit.keyword;
  const { selection, bar } = useUserSelection(search, query.data, limit);
  const isNarrowed = search.keyword !== undefined || filters.active.length > 0;
  const createLink = <CreateLink to="/users/create">{t('users.create_button')}</CreateLink>;
  const importLink = (
    <Button
      variant="default"
      leftSection={<IconTransfer size={14} />}
      renderRoot={(props) => <Link to="/users/import" {...props} />}
    >
      {t('users.import_button')}
    </Button>
  );
  return (
    <>
      <ListPage
        title={t('users.title')}
        subtitle={t('users.subtitle')}
        searchLabel={t('users.search')}
        search={search}
        query={query}
        filters={filters}
        tally={<Tally found={query.data?.total} narrowed={isNarrowed} limit={limit} />}
        actions={
          <>
            <ActionsLink />
            {importLink}
            {createLink}
          </>
        }
        rowKey={({ id }) => id}
        columns={columns}
        selection={selection}
        notice={<RunningNotice />}
        empty={
          <EmptyState
            illustration={<UsersIllustration />}
            title={t('users.empty.title')}
            text={t('users.empty.text')}
            action={
              <div className={classes.actions}>
                {createLink}
                {importLink}
              </div>
            }
          />
        }
      />
      {bar}
      <Outlet />
    </>
  );
}
