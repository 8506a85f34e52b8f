// List of social connectors, one row per provider.

import { Menu } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { DeleteItem } from '../../kit/delete-item.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { CreateLink, ListPage } from '../../kit/list-page.tsx';
import { rowLink } from '../../kit/list-table.tsx';
import { NoValue } from '../../kit/no-value.tsx';
import { Notice } from '../../kit/notice.tsx';
import { RowActions } from '../../kit/row-actions.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { Tag } from '../../kit/tag.tsx';
import { connectorsQuery, experienceQuery } from '../sign-in-experience/query.ts';
import { activityQuery, worstOf } from './activity.ts';
import { FailedLine, ShareCell, UsesCell } from './activity-cells.tsx';
import { ConnectorLogo } from './connector-logo.tsx';
import { useLocalized } from './connector-name.ts';
import { ConnectorTabs } from './connector-tabs.tsx';
import classes from './connectors.module.css';
import { useConnectorDeletion } from './deletion.tsx';
import { FailingNotice } from './failing-notice.tsx';
import type { ConnectorGroup } from './groups.ts';
import { ConnectorsIllustration } from './illustration.tsx';
import { SignInPageStatus } from './sign-in-page.tsx';
import { useSocialFilters } from './social-filters.tsx';
import { type SocialRow, socialPage } from './social-search.ts';

const route = getRouteApi('/signed-in/layout/connectors/social');

function Name({ group: { target, first, connectors } }: { group: ConnectorGroup }) {
  const { t } = useTranslation();
  const name = useLocalized()(first.name);
  const platforms = connectors.flatMap(({ platform }) => (platform && platform !== 'Universal' ? [platform] : []));
  return (
    <span className={classes.name}>
      <ConnectorLogo connector={first} />
      <span className={classes.titles}>
        {first.isDemo ? (
          <bdi>{name}</bdi>
        ) : (
          <Link to="/connectors/$id" params={{ id: first.id }} className={rowLink} dir="auto">
            {name}
          </Link>
        )}
        <code className={classes.target} dir="ltr">
          {target}
        </code>
      </span>
      {platforms.length > 0 && (
        <span className={classes.platforms}>
          {platforms.map((platform) => (
            <Tag key={platform}>{t(`connectors.platforms.${platform}`)}</Tag>
          ))}
        </span>
      )}
    </span>
  );
}

function Actions({ group: { first, connectors } }: { group: ConnectorGroup }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const remove = useConnectorDeletion();
  const name = useLocalized()(first.name);
  return (
    <RowActions name={name}>
      {!first.isDemo && (
        <Menu.Item
          leftSection={<IconPencil size={16} />}
          onClick={() => void navigate({ to: '/connectors/$id', params: { id: first.id } })}
        >
          {t('general.edit')}
        </Menu.Item>
      )}
      <DeleteItem onClick={() => void remove(connectors)}>{t('general.delete')}</DeleteItem>
    </RowActions>
  );
}

function Status({ row: { first, target, status, activity } }: { row: SocialRow }) {
  const { t } = useTranslation();
  if (first.isDemo) return <Tag>{t('connectors.social.demo')}</Tag>;
  return (
    <span className={classes.lines}>
      {status === 'failing' ? (
        <StateTag state="error">{t('connectors.social.failing')}</StateTag>
      ) : (
        <SignInPageStatus target={target} />
      )}
      <FailedLine activity={activity} />
    </span>
  );
}

/** The worst one of the page. */
function SocialNotice({ rows }: { rows: readonly SocialRow[] }) {
  const { t } = useTranslation();
  const worst = worstOf(rows.flatMap(({ activity }) => activity?.failing ?? []));
  const connector = rows.flatMap(({ connectors }) => connectors).find(({ id }) => id === worst?.id);
  if (worst && connector) return <FailingNotice connector={connector} activity={worst} />;
  return rows.some(({ first }) => first.isDemo) && <Notice>{t('connectors.social.demo_notice')}</Notice>;
}

export function SocialConnectors() {
  const { t } = useTranslation();
  const { api } = useServices();
  const search = route.useSearch();
  const filters = useSocialFilters(search);
  const { data: experience } = useQuery(experienceQuery(api));
  const { data: activity = [] } = useQuery(activityQuery(api));
  const known = { targets: experience?.socialSignInConnectorTargets, activity };
  const query = useQuery({ ...connectorsQuery(api), select: (connectors) => socialPage(connectors, search, known) });
  const createLink = <CreateLink to="/connectors/social/create">{t('connectors.social.add')}</CreateLink>;
  return (
    <>
      <ListPage
        title={t('connectors.title')}
        subtitle={t('connectors.subtitle')}
        actions={createLink}
        tabs={<ConnectorTabs />}
        notice={
          <div className={classes.notice}>
            <SocialNotice rows={query.data?.items ?? []} />
          </div>
        }
        searchLabel={t('connectors.social.search')}
        tally={
          <>
            {t('connectors.social.order')}{' '}
            <Link to="/sign-in-experience/sign-up-and-sign-in">{t('connectors.social.order_link')}</Link>
          </>
        }
        filters={filters}
        search={search}
        query={query}
        rowKey={({ target }) => target}
        columns={[
          { key: 'name', title: t('connectors.connector'), cell: (group) => <Name group={group} /> },
          {
            key: 'protocol',
            title: t('connectors.protocol'),
            width: '13%',
            priority: 5,
            cell: ({ first: { protocol } }) => (protocol ? t(`connectors.protocols.${protocol}`) : <NoValue />),
          },
          { key: 'status', title: t('connectors.status'), width: '21%', cell: (row) => <Status row={row} /> },
          {
            key: 'uses',
            title: t('connectors.activity.sign_ins'),
            width: '13%',
            cell: ({ activity }) => <UsesCell activity={activity} />,
          },
          {
            key: 'share',
            title: t('connectors.activity.share'),
            width: '13%',
            priority: 6,
            cell: ({ activity }) => <ShareCell activity={activity} total={query.data?.signIns ?? 0} />,
          },
          {
            key: 'tokens',
            title: t('connectors.tokens'),
            width: '12%',
            priority: 4,
            cell: ({ first, connectors }) => {
              if (!first.isTokenStorageSupported) return t('connectors.token_states.unsupported');
              const isOn = connectors.some(({ enableTokenStorage }) => enableTokenStorage);
              return t(`connectors.token_states.${isOn ? 'on' : 'off'}`);
            },
          },
          { key: 'menu', title: t('general.actions'), cell: (group) => <Actions group={group} /> },
        ]}
        empty={
          <EmptyState
            illustration={<ConnectorsIllustration />}
            title={t('connectors.social.empty_title')}
            text={t('connectors.social.empty_text')}
            action={createLink}
          />
        }
      />
      <Outlet />
    </>
  );
}
