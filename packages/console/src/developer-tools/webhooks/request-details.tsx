// One request to a webhook: request, response and a resend button.
import { IconRefresh, IconWebhook } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { WebhookRequest } from '@tessera/contract/webhooks';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { BackLink, DetailsError, DetailsPage, DetailsSkeleton } from '../../kit/details-page.tsx';
import { Facts } from '../../kit/facts.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { Attempts, HeaderList } from './attempts.tsx';
import { CopyButtons } from './copy-buttons.tsx';
import { useWebhookName } from './details.tsx';
import { useProblemText } from './problem-text.ts';
import { aboutWebhooks, requestQuery, webhookQuery } from './query.ts';
import { eventOf, payloadOf, readable } from './request-payload.ts';
import { RequestStatus } from './request-status.tsx';
import classes from './webhooks.module.css';

const route = getRouteApi('/signed-in/layout/webhooks/$id/recent-requests/$logId');

const titles: Record<string, 'webhooks.request.success' | 'webhooks.log.pending'> = {
  Success: 'webhooks.request.success',
  Pending: 'webhooks.log.pending',
};

function useReplay(id: string, logId: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  return useMutation({
    mutationFn: () => api.management.post('/hooks/:id/recent-logs/:logId/replay', { params: { id, logId } }),
    onSuccess: () => {
      toast(t('webhooks.request.replayed_toast'));
      void queryClient.invalidateQueries({ predicate: aboutWebhooks });
    },
  });
}

export function RequestDetails() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id, logId } = route.useParams();
  const { data: hook } = useQuery(webhookQuery(api, id));
  const { data, error, refetch } = useQuery({
    ...requestQuery(api, id, logId),
    // Until it ended.
    refetchInterval: ({ state }) => (state.data?.nextAttemptAt === undefined ? false : 2000),
  });
  const nameOf = useWebhookName();
  const replay = useReplay(id, logId);
  const back = (
    <BackLink to="/webhooks/$id/recent-requests" params={{ id }}>
      {hook ? t('webhooks.request.back', { name: nameOf(hook) }) : t('webhooks.details.requests')}
    </BackLink>
  );
  if (!data) {
    if (!error) return <DetailsSkeleton back={back} />;
    const notFoundTitle = t('webhooks.request.not_found');
    return <DetailsError back={back} error={error} notFoundTitle={notFoundTitle} onRetry={() => void refetch()} />;
  }
  return (
    <DetailsPage
      back={back}
      icon={<IconWebhook size={24} stroke={1.6} aria-hidden="true" />}
      title={eventOf(data)}
      type={t(titles[payloadOf(data).result ?? ''] ?? 'webhooks.request.failed')}
      facts={<RequestStatus request={data} />}
      id={{ label: t('webhooks.request.id'), value: logId }}
      actions={
        <>
          {hook && <CopyButtons url={hook.config.url} request={data} />}
          {hook?.enabled && data.nextAttemptAt === undefined && (
            <BusyButton
              variant="default"
              leftSection={<IconRefresh size={14} />}
              busy={replay.isPending}
              onClick={() => replay.mutate()}
            >
              {t('webhooks.request.replay')}
            </BusyButton>
          )}
        </>
      }
      tabs={null}
    >
      <Content hookId={id} request={data} />
    </DetailsPage>
  );
}

function Code({ label, children }: { label: string; children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
    <section className={classes.code} dir="ltr" tabIndex={0} aria-label={label}>
      <pre>{children}</pre>
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.part}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

function RequestFacts({ hookId, request }: { hookId: string; request: WebhookRequest }) {
  const { t, i18n } = useTranslation();
  const problemText = useProblemText();
  const { attempts = 1, error, replayOf, queuedAt } = payloadOf(request);
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' });
  return (
    <Facts
      facts={[
        queuedAt !== undefined && { name: t('webhooks.request.event_at'), value: time.format(queuedAt) },
        request.nextAttemptAt === undefined
          ? { name: t('webhooks.request.sent'), value: time.format(request.createdAt) }
          : { name: t('webhooks.log.next_attempt'), value: time.format(request.nextAttemptAt) },
        { name: t('webhooks.request.attempts'), value: new Intl.NumberFormat(i18n.language).format(attempts) },
        error !== undefined && { name: t('webhooks.request.problem'), value: problemText(error) },
        replayOf !== undefined && {
          name: t('webhooks.request.replay_of'),
          value: (
            <Link to="/webhooks/$id/recent-requests/$logId" params={{ id: hookId, logId: replayOf }}>
              {t('webhooks.request.open_original')}
            </Link>
          ),
        },
      ]}
    />
  );
}

function Content({ hookId, request }: { hookId: string; request: WebhookRequest }) {
  const { t } = useTranslation();
  const { webhookRequest, response, attemptLog = [], result } = payloadOf(request);
  const [requestTitle, responseTitle] = [t('webhooks.request.request'), t('webhooks.request.response')];
  const [chosen = attemptLog.length - 1, choose] = useState<number>();
  const attempt = attemptLog[chosen];
  const isLast = chosen === attemptLog.length - 1 && result !== 'Pending';
  const body = isLast ? response?.body : attempt?.responseBody;
  return (
    <div className={classes.request}>
      <RequestFacts hookId={hookId} request={request} />
      {attemptLog.length > 0 && (
        <Part title={t('webhooks.request.attempts')}>
          <Attempts attempts={attemptLog} chosen={chosen} onChoose={choose} />
        </Part>
      )}
      <Part title={requestTitle}>
        <HeaderList headers={attempt?.requestHeaders} />
        <Code label={requestTitle}>{readable(webhookRequest?.body ?? {})}</Code>
      </Part>
      <Part title={responseTitle}>
        <HeaderList headers={attempt?.responseHeaders} />
        {body !== undefined && body !== '' ? (
          <Code label={responseTitle}>{readable(body)}</Code>
        ) : (
          <p className={classes.muted}>
            {t(response || attempt?.statusCode ? 'webhooks.request.empty_body' : 'webhooks.request.no_response')}
          </p>
        )}
      </Part>
      <details className={classes.raw}>
        <summary>{t('webhooks.request.raw')}</summary>
        <Code label={t('webhooks.request.raw')}>{JSON.stringify(request, null, 2)}</Code>
      </details>
    </div>
  );
}
