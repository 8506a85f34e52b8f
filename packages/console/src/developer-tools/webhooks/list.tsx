// List of webhooks.
import { IconWebhook } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet } from '@tanstack/react-router';
import type { WebhookWithStats } from '@tessera/contract/webhooks';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { CreateLink, ListPage } from '../../kit/list-page.tsx';
import { rowLink } from '../../kit/list-table.tsx';
import names from '../../kit/row-name.module.css';
import { eventsOf } from './hook-values.ts';
import { WebhooksIllustration } from './illustration.tsx';
import { webhooksQuery } from './query.ts';
import { SuccessRate } from './success-rate.tsx';
import classes from './webhooks.module.css';

const route = getRouteApi('/signed-in/layout/webhooks');

function WebhookName({ hook: { id, name } }: { hook: WebhookWithStats }) {
  const { t } = useTranslation();
  return (
    <span className={names.name}>
      <IconWebhook size={16} stroke={1.6} aria-hidden="true" />
      <Link to="/webhooks/$id/settings" params={{ id }} className={rowLink} dir="auto">
        {name || t('webhooks.unnamed')}
      </Link>
    </span>
  );
}

function RequestCount({ hook: { enabled, executionStats } }: { hook: WebhookWithStats }) {
  const { t, i18n } = useTranslation();
  const count = new Intl.NumberFormat(i18n.language).format(executionStats?.requestCount ?? 0);
  return <span>{enabled ? count : t('webhooks.none')}</span>;
}

export function WebhookList() {
  const { t } = useTranslation();
  const { api } = useServices();
  const search = route.useSearch();
  const query = useQuery({ ...webhooksQuery(api, search), placeholderData: keepPreviousData });
  const createLink = <CreateLink to="/webhooks/create">{t('webhooks.create_button')}</CreateLink>;
  return (
    <>
      <ListPage
        title={t('webhooks.title')}
        subtitle={t('webhooks.subtitle')}
        search={search}
        query={query}
        actions={createLink}
        rowKey={({ id }) => id}
        columns={[
          { key: 'name', title: t('webhooks.name'), width: '28%', cell: (hook) => <WebhookName hook={hook} /> },
          {
            key: 'events',
            title: t('webhooks.events'),
            width: '40%',
            cell: (hook) => (
              <span className={classes.events} dir="ltr">
                {eventsOf(hook).join(' / ')}
              </span>
            ),
          },
          {
            key: 'rate',
            title: t('webhooks.success_rate'),
            width: '16%',
            cell: (hook) => <SuccessRate hook={hook} />,
          },
          {
            key: 'requests',
            title: t('webhooks.requests'),
            width: '16%',
            cell: (hook) => <RequestCount hook={hook} />,
          },
        ]}
        empty={
          <EmptyState
            illustration={<WebhooksIllustration />}
            title={t('webhooks.empty.title')}
            text={t('webhooks.empty.text')}
            action={createLink}
          />
        }
      />
      <Outlet />
    </>
  );
}
