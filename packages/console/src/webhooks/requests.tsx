// What was sent to a webhook in the last 24 hours. It looks for new requests by itself.
import { Button, Select } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { hookEventGroups, hookLogKey } from '@tessera/contract/hook-events';
import type { HookRequest, HookWithStats } from '@tessera/contract/hooks';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { useConfirm } from '../kit/confirm.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { ListSection } from '../kit/list-section.tsx';
import { rowLink } from '../kit/list-table.tsx';
import { Moment } from '../kit/moment.tsx';
import { NothingIllustration } from '../kit/nothing-illustration.tsx';
import { useSuccessToast } from '../kit/success-toast.ts';
import { WebhooksIllustration } from './illustration.tsx';
import { aboutHooks, hookQuery, requestsQuery } from './query.ts';
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
      void queryClient.invalidateQueries({ predicate: aboutHooks });
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

const hasFailures = ({ executionStats }: HookWithStats) =>
  executionStats !== undefined && executionStats.successCount < executionStats.requestCount;

function Tools({ id, event }: { id: string; event: string | undefined }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const navigate = useNavigate();
  const { data: hook } = useQuery({ ...hookQuery(api, id), refetchInterval });
  const replayFailed = useReplayFailed(id);
  const groups = Object.entries(hookEventGroups).map(([group, events]) => ({
    group: t(`webhooks.groups.${group as keyof typeof hookEventGroups}`),
    items: events.map((name) => ({ value: hookLogKey(name), label: name })),
  }));
  return (
    <div className={classes.tools}>
      <Select
        aria-label={t('webhooks.log.filter')}
        placeholder={t('webhooks.log.all')}
        data={groups}
        value={event ?? null}
        clearable
        searchable
        w={280}
        onChange={(chosen) => void navigate({ to: '.', search: chosen ? { event: chosen } : {}, replace: true })}
      />
      {hook?.enabled && hasFailures(hook) && (
        <Button variant="default" leftSection={<IconRefresh size={14} />} onClick={() => void replayFailed()}>
          {t('webhooks.log.replay_failed')}
        </Button>
      )}
    </div>
  );
}

function Empty({ event }: { event: string | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (event === undefined) {
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
      text={t('webhooks.log.nothing_text', { event: eventOf({ key: event }) })}
      action={
        <Button variant="default" onClick={() => void navigate({ to: '.', search: {}, replace: true })}>
          {t('webhooks.log.show_all')}
        </Button>
      }
    />
  );
}

export function WebhookRequests() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id } = route.useParams();
  const search = route.useSearch();
  const query = useQuery({ ...requestsQuery(api, id, search), placeholderData: keepPreviousData, refetchInterval });
  const event = (request: HookRequest) => (
    <Link to="/webhooks/$id/recent-requests/$logId" params={{ id, logId: request.id }} className={rowLink}>
      <bdi dir="ltr">{eventOf(request)}</bdi>
    </Link>
  );
  return (
    <>
      <Tools id={id} event={search.event} />
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
        empty={<Empty event={search.event} />}
      />
    </>
  );
}
