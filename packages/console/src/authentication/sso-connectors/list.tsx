// List of enterprise SSO connectors.

import { Menu } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { DeleteItem } from '../../kit/delete-item.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { CreateLink, ListPage } from '../../kit/list-page.tsx';
import { rowLink } from '../../kit/list-table.tsx';
import { Notice } from '../../kit/notice.tsx';
import { RowActions } from '../../kit/row-actions.tsx';
import { TagList } from '../../kit/tag-list.tsx';
import { ConnectorLogo } from '../connectors/connector-logo.tsx';
import { experienceQuery } from '../sign-in-experience/query.ts';
import { logosOf } from './branding.ts';
import { ConnectorStatusTag } from './connector-status-tag.tsx';
import { useSsoConnectorDeletion } from './deletion.tsx';
import { SsoIllustration } from './illustration.tsx';
import { type SsoConnectorDetails, ssoConnectorsQuery } from './query.ts';
import classes from './sso-connectors.module.css';

const route = getRouteApi('/signed-in/layout/enterprise-sso');

function Name({ connector }: { connector: SsoConnectorDetails }) {
  return (
    <span className={classes.name}>
      <ConnectorLogo connector={logosOf(connector)} />
      <Link to="/enterprise-sso/$id/connection" params={{ id: connector.id }} className={rowLink} dir="auto">
        {connector.connectorName}
      </Link>
    </span>
  );
}

function Actions({ connector }: { connector: SsoConnectorDetails }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const remove = useSsoConnectorDeletion();
  const { id, connectorName } = connector;
  return (
    <RowActions name={connectorName}>
      <Menu.Item
        leftSection={<IconPencil size={16} />}
        onClick={() => void navigate({ to: '/enterprise-sso/$id/connection', params: { id } })}
      >
        {t('general.edit')}
      </Menu.Item>
      <DeleteItem onClick={() => void remove(connector)}>{t('general.delete')}</DeleteItem>
    </RowActions>
  );
}

/** Connectors without effect, because enterprise SSO is off for the whole tenant. */
function OffNotice() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data } = useQuery({ ...experienceQuery(api), meta: { silent: true } });
  if (data?.singleSignOnEnabled !== false) return null;
  return (
    <div className={classes.listNotice}>
      <Notice
        severity="warning"
        actions={<Link to="/sign-in-experience/sign-up-and-sign-in">{t('sso-connectors.off.link')}</Link>}
      >
        {t('sso-connectors.off.text')}
      </Notice>
    </div>
  );
}

export function SsoConnectorList() {
  const { t } = useTranslation();
  const { api } = useServices();
  const search = route.useSearch();
  const query = useQuery({ ...ssoConnectorsQuery(api, search), placeholderData: keepPreviousData });
  const isEmpty = query.data?.total === 0 && search.keyword === undefined;
  const createLink = <CreateLink to="/enterprise-sso/create">{t('sso-connectors.create_button')}</CreateLink>;
  return (
    <>
      <ListPage
        title={t('sso-connectors.title')}
        subtitle={t('sso-connectors.subtitle')}
        actions={createLink}
        notice={!isEmpty && <OffNotice />}
        searchLabel={t('sso-connectors.search')}
        search={search}
        query={query}
        rowKey={({ id }) => id}
        columns={[
          { key: 'name', title: t('sso-connectors.connector'), cell: (connector) => <Name connector={connector} /> },
          {
            key: 'provider',
            title: t('sso-connectors.provider'),
            width: '22%',
            priority: 4,
            cell: ({ name }) => <bdi>{name}</bdi>,
          },
          {
            key: 'domains',
            title: t('sso-connectors.domains'),
            width: '26%',
            cell: ({ domains }) => <TagList items={domains.map((domain) => ({ id: domain, name: domain }))} />,
          },
          {
            key: 'status',
            title: t('sso-connectors.status'),
            width: '20%',
            cell: (connector) => <ConnectorStatusTag connector={connector} />,
          },
          { key: 'menu', title: t('general.actions'), cell: (connector) => <Actions connector={connector} /> },
        ]}
        empty={
          <EmptyState
            illustration={<SsoIllustration />}
            title={t('sso-connectors.empty.title')}
            text={t('sso-connectors.empty.text')}
            action={createLink}
          />
        }
      />
      <Outlet />
    </>
  );
}
