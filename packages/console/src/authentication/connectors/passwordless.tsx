// Email and SMS: the provider of each channel.

import { Button } from '@mantine/core';
import { IconMail, IconMessage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import type { ActivityOfConnector } from '@tessera/contract/connector-activity';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { DeleteItem } from '../../kit/delete-item.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { rowLink } from '../../kit/list-table.tsx';
import { NoValue } from '../../kit/no-value.tsx';
import { Notice } from '../../kit/notice.tsx';
import { RowActions } from '../../kit/row-actions.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { Tag } from '../../kit/tag.tsx';
import { mailboxStatusQuery } from '../mailbox/query.ts';
import { type Connector, connectorsQuery } from '../sign-in-experience/query.ts';
import { type Activity, activityOf, activityQuery, worstOf } from './activity.ts';
import { FailedLine, UsesCell } from './activity-cells.tsx';
import { ConnectorLogo } from './connector-logo.tsx';
import { useLocalized } from './connector-name.ts';
import { ConnectorTabs } from './connector-tabs.tsx';
import classes from './connectors.module.css';
import { useConnectorDeletion } from './deletion.tsx';
import { FailingNotice } from './failing-notice.tsx';

const channels = ['Email', 'Sms'] as const;
const icons = { Email: IconMail, Sms: IconMessage } as const;
type Row = {
  type: (typeof channels)[number];
  connector: Connector | undefined;
  activity: Activity | undefined;
};

const rowsOf = (connectors: readonly Connector[], activity: readonly ActivityOfConnector[]) => ({
  items: channels.map((type): Row => {
    const connector = connectors.find((one) => one.type === type);
    return { type, connector, activity: connector && activityOf(activity, [connector]) };
  }),
  total: channels.length,
});

function Channel({ row: { type, connector } }: { row: Row }) {
  const { t } = useTranslation();
  const Icon = icons[type];
  const name = t(`connectors.types.${type}`);
  return (
    <span className={classes.name}>
      <span className={classes.tile}>
        <Icon size={18} stroke={1.6} aria-hidden="true" />
      </span>
      {connector && !connector.isDemo ? (
        <Link to="/connectors/$id" params={{ id: connector.id }} className={rowLink}>
          {name}
        </Link>
      ) : (
        <span>{name}</span>
      )}
    </span>
  );
}

function Provider({ connector }: { connector: Connector | undefined }) {
  const localized = useLocalized();
  if (!connector) return <NoValue />;
  return (
    <span className={classes.name}>
      <ConnectorLogo connector={connector} size={24} />
      <bdi>{localized(connector.name)}</bdi>
    </span>
  );
}

/** A failing connector, or messages that are captured. */
function PasswordlessNotice({ rows, captured }: { rows: readonly Row[]; captured: readonly Row[] }) {
  const { t, i18n } = useTranslation();
  const worst = worstOf(rows.flatMap(({ activity }) => activity?.failing ?? []));
  const failing = rows.find(({ connector }) => connector?.id === worst?.id)?.connector;
  if (worst && failing) return <FailingNotice connector={failing} activity={worst} />;
  if (rows.some(({ connector }) => connector?.isDemo)) return <Notice>{t('connectors.social.demo_notice')}</Notice>;
  if (captured.length === 0) return null;
  const list = new Intl.ListFormat(i18n.language).format(captured.map(({ type }) => t(`connectors.types.${type}`)));
  return (
    <Notice
      actions={
        <Button variant="default" size="compact-sm" renderRoot={(props) => <Link to="/mailbox" {...props} />}>
          {t('connectors.passwordless.open_mailbox')}
        </Button>
      }
    >
      {t('connectors.passwordless.captured', { list })}
    </Notice>
  );
}

function Status({ row: { connector, activity }, isCaptured }: { row: Row; isCaptured: boolean }) {
  const { t } = useTranslation();
  if (!connector) {
    const name = isCaptured ? 'in_mailbox' : 'missing';
    return <StateTag state={isCaptured ? 'neutral' : 'warning'}>{t(`connectors.passwordless.${name}`)}</StateTag>;
  }
  if (connector.isDemo) return <Tag>{t('connectors.social.demo')}</Tag>;
  return (
    <span className={classes.lines}>
      {activity?.failing ? (
        <StateTag state="error">{t('connectors.social.failing')}</StateTag>
      ) : (
        <StateTag state="success">{t('connectors.passwordless.active')}</StateTag>
      )}
      <FailedLine activity={activity} />
    </span>
  );
}

/** Setting up a provider replaces a demo. */
function SetUp({ type }: { type: Row['type'] }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={t('connectors.passwordless.set_up_named', { name: t(`connectors.types.${type}`) })}
      renderRoot={(props) => <Link to="/connectors/passwordless/create/$type" params={{ type }} {...props} />}
    >
      {t('connectors.passwordless.set_up')}
    </Button>
  );
}

function Actions({ row: { type, connector } }: { row: Row }) {
  const { t } = useTranslation();
  const remove = useConnectorDeletion();
  const name = useLocalized();
  if (!connector) return <SetUp type={type} />;
  if (!connector.isDemo) return null;
  return (
    <span className={classes.actions}>
      <SetUp type={type} />
      <RowActions name={name(connector.name)}>
        <DeleteItem onClick={() => void remove([connector])}>{t('general.delete')}</DeleteItem>
      </RowActions>
    </span>
  );
}

export function Passwordless() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data: activity = [] } = useQuery(activityQuery(api));
  const query = useQuery({ ...connectorsQuery(api), select: (connectors) => rowsOf(connectors, activity) });
  const { data: mailbox } = useQuery(mailboxStatusQuery(api));
  const isCaptured = (type: Row['type']) => (type === 'Email' ? mailbox?.email : mailbox?.sms) ?? false;
  const captured = (query.data?.items ?? []).filter(({ type, connector }) => !connector && isCaptured(type));
  return (
    <>
      <ListPage
        title={t('connectors.title')}
        subtitle={t('connectors.subtitle')}
        tabs={<ConnectorTabs />}
        notice={
          <div className={classes.notice}>
            <PasswordlessNotice rows={query.data?.items ?? []} captured={captured} />
          </div>
        }
        search={{}}
        query={query}
        rowKey={({ type }) => type}
        columns={[
          { key: 'channel', title: t('connectors.passwordless.channel'), cell: (row) => <Channel row={row} /> },
          {
            key: 'provider',
            title: t('connectors.passwordless.provider'),
            width: '24%',
            cell: ({ connector }) => <Provider connector={connector} />,
          },
          {
            key: 'status',
            title: t('connectors.status'),
            width: '22%',
            cell: (row) => <Status row={row} isCaptured={isCaptured(row.type)} />,
          },
          {
            key: 'uses',
            title: t('connectors.activity.messages'),
            width: '20%',
            cell: ({ activity }) => <UsesCell activity={activity} />,
          },
          {
            key: 'actions',
            title: t('general.actions'),
            cell: (row) => <Actions row={row} />,
          },
        ]}
        empty={null}
      />
      <Outlet />
    </>
  );
}
