// Details page of a webhook.

import { Menu } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconWebhook } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import type { WebhookWithStats } from '@tessera/contract/webhooks';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { DeleteItem } from '../../kit/delete-item.tsx';
import { useDeletion } from '../../kit/deletion.ts';
import { BackLink, DetailsError, DetailsPage, DetailsSkeleton } from '../../kit/details-page.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { TabLink, TabLinks } from '../../kit/tab-links.tsx';
import { eventsOf } from './hook-values.ts';
import { aboutWebhooks, webhookQuery } from './query.ts';
import { SuccessRate } from './success-rate.tsx';

const route = getRouteApi('/signed-in/layout/webhooks/$id');
type Shown = Versioned<WebhookWithStats>;

export const useWebhookName = () => {
  const { t } = useTranslation();
  return ({ name }: { name: string }) => name || t('webhooks.unnamed');
};

function useWebhookDeletion() {
  const { t } = useTranslation();
  const { api } = useServices();
  const nameOf = useWebhookName();
  const remove = useDeletion();
  return (hook: Shown) => {
    const [{ id }, name] = [hook, nameOf(hook)];
    return remove({
      title: t('webhooks.details.delete_title', { name }),
      text: [
        t('webhooks.details.delete_text'),
        t('webhooks.details.delete_pending', { count: hook.executionStats?.pendingCount ?? 0 }),
        t('webhooks.details.delete_requests', { count: hook.executionStats?.requestCount ?? 0 }),
      ].join(' '),
      done: t('webhooks.deleted_toast', { name }),
      remove: () => api.management.del('/hooks/:id', { params: { id } }),
      list: '/webhooks',
      own: [{ queryKey: webhookQuery(api, id).queryKey }],
      about: [{ predicate: aboutWebhooks }],
    });
  };
}

function useSwitch() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const nameOf = useWebhookName();
  const change = useMutation({
    mutationFn: ({ id, enabled }: Shown) =>
      api.management.patch('/hooks/:id', { params: { id }, body: { enabled: !enabled } }),
    onSuccess: (saved, { executionStats }) => {
      toast(t(saved.enabled ? 'webhooks.enabled_toast' : 'webhooks.disabled_toast', { name: nameOf(saved) }));
      const { queryKey } = webhookQuery(api, saved.id);
      // PATCH does not return statistics; keep the cached ones.
      queryClient.setQueryData(queryKey, { ...saved, ...(executionStats && { executionStats }) });
      void queryClient.invalidateQueries({ predicate: aboutWebhooks });
    },
  });
  return async (hook: Shown) => {
    const agreed =
      !hook.enabled ||
      (await confirm({
        title: t('webhooks.details.disable_title', { name: nameOf(hook) }),
        text: t('webhooks.details.disable_text'),
        confirmLabel: t('webhooks.details.disable'),
      }));
    if (agreed) change.mutate(hook);
  };
}

function Actions({ hook }: { hook: Shown }) {
  const { t } = useTranslation();
  const remove = useWebhookDeletion();
  const turn = useSwitch();
  return (
    <>
      <Menu.Item
        leftSection={hook.enabled ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
        onClick={() => void turn(hook)}
      >
        {t(hook.enabled ? 'webhooks.details.disable' : 'webhooks.details.enable')}
      </Menu.Item>
      <DeleteItem onClick={() => void remove(hook)}>{t('webhooks.details.delete')}</DeleteItem>
    </>
  );
}

function Numbers({ hook }: { hook: Shown }) {
  const { t, i18n } = useTranslation();
  const count = hook.executionStats?.requestCount ?? 0;
  return (
    <>
      {(!hook.enabled || count > 0) && <SuccessRate hook={hook} />}
      <span>{t('webhooks.requests_count', { count, number: new Intl.NumberFormat(i18n.language).format(count) })}</span>
    </>
  );
}

// Paging must not deselect the tab.
const tabOptions = { includeSearch: false };

export function WebhookDetails() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(webhookQuery(api, id));
  const nameOf = useWebhookName();
  const back = <BackLink to="/webhooks">{t('webhooks.details.back')}</BackLink>;
  if (!data) {
    if (!error) return <DetailsSkeleton back={back} />;
    const notFoundTitle = t('webhooks.details.not_found');
    return <DetailsError back={back} error={error} notFoundTitle={notFoundTitle} onRetry={() => void refetch()} />;
  }
  return (
    <DetailsPage
      back={back}
      icon={<IconWebhook size={24} stroke={1.6} aria-hidden="true" />}
      title={nameOf(data)}
      type={t('webhooks.events_count', { count: eventsOf(data).length })}
      facts={<Numbers hook={data} />}
      id={{ label: t('webhooks.id'), value: id }}
      menu={<Actions hook={data} />}
      tabs={
        <TabLinks label={t('webhooks.details.tabs')}>
          <TabLink to="/webhooks/$id/settings" params={{ id }}>
            {t('webhooks.details.settings')}
          </TabLink>
          <TabLink to="/webhooks/$id/recent-requests" params={{ id }} activeOptions={tabOptions}>
            {t('webhooks.details.requests')}
          </TabLink>
        </TabLinks>
      }
    >
      <Outlet />
    </DetailsPage>
  );
}
