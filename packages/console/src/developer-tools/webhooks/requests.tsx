// Webhook requests of the last 24 hours, refreshed automatically.
import { Button, Select } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { webhookEventGroups, webhookLogKey } from '@tessera/contract/webhook-events';
import type { WebhookRequest, WebhookWithStats } from '@tessera/contract/webhooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ListSection } from '../../kit/list-section.tsx';
import { ListTable, rowLink } from '../../kit/list-table.tsx';
import { Moment } from '../../kit/moment.tsx';
import { NothingIllustration } from '../../kit/nothing-illustration.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { WebhooksIllustration } from './illustration.tsx';
import { aboutWebhooks, pendingQuery, type RequestSearch, requestsQuery, webhookQuery } from './query.ts';
import { eventOf } from './request-payload.ts';
import { RequestStatus } from './request-status.tsx';
import classes from './webhooks.module.css';

const route = getRouteApi('/signed-in/layout/webhooks/$id/recent-requests');
const refetchInterval = 5000;

function useReplayFailed(id: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const replay = useMutation({
    mutationFn: () => api.management.post('/hooks/:id/replay-failed', { params: { id } }),
    onSuccess: ({ count }) => {
      toast(count === 0 ? t('webhooks.log.nothing_to_replay') : t('webhooks.log.replayed_toast', { count }));
      void queryClient.invalidateQueries({ predicate: aboutWebhooks });
    },
  });
  return async () => {
    const agreed = await confirm({
      title: t('webhooks.log.replay_failed_title'),
      text: t('webhooks.log.replay_failed_text'),
      confirmLabel: t('webhooks.log.replay_failed'),
    });
    if (agreed) replay.mutate();
  };
}

const hasFailures = ({ executionStats }: WebhookWithStats) =>
  executionStats !== undefined && executionStats.successCount < executionStats.requestCount;

function Tools({ id, search }: { id: string; search: RequestSearch }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const navigate = useNavigate();
  const { data: hook } = useQuery({ ...webhookQuery(api, id), refetchInterval });
  const replayFailed = useReplayFailed(id);
  const { page: _, ...filters } = search;
  const set = (name: 'event' | 'result' | 'time', value: string | undefined) => {
    const { [name]: __, ...others } = filters;
    void navigate({
      to: '.',
      search: (value === undefined ? others : { ...others, [name]: value }) as never,
      replace: true,
    });
  };
  const groups = Object.entries(webhookEventGroups).map(([group, events]) => ({
    group: t(`webhooks.groups.${group as keyof typeof webhookEventGroups}`),
    items: events.map((name) => ({ value: webhookLogKey(name), label: name })),
  }));
  return (
    <div className={classes.tools}>
      <Select
        aria-label={t('webhooks.log.filter')}
        placeholder={t('webhooks.log.all')}
        data={groups}
        value={search.event ?? null}
        clearable
        searchable
        w={280}
        onChange={(chosen) => set('event', chosen ?? undefined)}
      />
      <Select
        aria-label={t('webhooks.log.result')}
        placeholder={t('webhooks.log.all_results')}
        data={(['Success', 'Error'] as const).map((value) => ({
          value,
          label: t(value === 'Success' ? 'webhooks.request.success' : 'webhooks.request.failed'),
        }))}
        value={search.result ?? null}
        clearable
        w={160}
        onChange={(chosen) => set('result', chosen ?? undefined)}
      />
      <Select
        aria-label={t('webhooks.log.period')}
        data={(['day', 'week', 'month'] as const).map((value) => ({
          value,
          label: t(`webhooks.log.periods.${value}`),
        }))}
        value={search.time ?? 'day'}
        allowDeselect={false}
        w={160}
        onChange={(chosen) => set('time', chosen === 'day' ? undefined : (chosen ?? undefined))}
      />
      {hook?.enabled && hasFailures(hook) && (
        <Button variant="default" leftSection={<IconRefresh size={14} />} onClick={() => void replayFailed()}>
          {t('webhooks.log.replay_failed')}
        </Button>
      )}
    </div>
  );
}

function Empty({ search: { event, result, time } }: { search: RequestSearch }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (event === undefined && result === undefined && time === undefined) {
    return (
      <EmptyState
        illustration={<WebhooksIllustration />}
        title={t('webhooks.log.empty_title')}
        text={t('webhooks.log.empty_text')}
      />
    );
  }
  return (
    <EmptyState
      illustration={<NothingIllustration />}
      title={t('webhooks.log.nothing_title')}
      text={t('webhooks.log.nothing_text')}
      action={
        <Button variant="default" onClick={() => void navigate({ to: '.', search: {}, replace: true })}>
          {t('webhooks.log.show_all')}
        </Button>
      }
    />
  );
}

/** Requests that wait for their first or next attempt, above those that ended. */
function Pending({ id, link }: { id: string; link: (request: WebhookRequest) => ReactNode }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data } = useQuery({ ...pendingQuery(api, id), refetchInterval: 2000, meta: { silent: true } });
  if (!data || data.total === 0) return null;
  return (
    <section className={classes.pending}>
      <h2>{t('webhooks.log.pending_title', { count: data.total })}</h2>
      <ListTable
        title={t('webhooks.log.pending')}
        items={data.items}
        rowKey={(request) => request.id}
        compact={false}
        stale={false}
        columns={[
          { key: 'event', title: t('webhooks.log.event'), cell: link },
          {
            key: 'status',
            title: t('webhooks.log.status'),
            width: '25%',
            cell: (request) => <RequestStatus request={request} />,
          },
          {
            key: 'next',
            title: t('webhooks.log.next_attempt'),
            width: '25%',
            cell: ({ nextAttemptAt = 0 }) => <Moment value={nextAttemptAt} short />,
          },
        ]}
      />
    </section>
  );
}

export function WebhookRequests() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id } = route.useParams();
  const search = route.useSearch();
  const query = useQuery({ ...requestsQuery(api, id, search), placeholderData: keepPreviousData, refetchInterval });
  const event = (request: WebhookRequest) => (
    <Link to="/webhooks/$id/recent-requests/$logId" params={{ id, logId: request.id }} className={rowLink}>
      <bdi dir="ltr">{eventOf(request)}</bdi>
    </Link>
  );
  return (
    <>
      <Tools id={id} search={search} />
      <Pending id={id} link={event} />
      <ListSection
        title={t('webhooks.log.title')}
        search={search}
        query={query}
        rowKey={(request) => request.id}
        columns={[
          { key: 'event', title: t('webhooks.log.event'), width: '50%', cell: event },
          {
            key: 'status',
            title: t('webhooks.log.status'),
            width: '25%',
            cell: (request) => <RequestStatus request={request} />,
          },
          {
            key: 'time',
            title: t('webhooks.log.time'),
            width: '25%',
            cell: ({ createdAt }) => <Moment value={createdAt} short />,
          },
        ]}
        empty={<Empty search={search} />}
      />
    </>
  );
}
