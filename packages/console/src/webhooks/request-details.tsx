// One request to a webhook: what was sent, what came back, and sending it once more.
import { IconRefresh, IconWebhook } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { HookRequest } from '@tessera/contract/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { BusyButton } from '../kit/busy-button.tsx';
import { BackLink, DetailsError, DetailsPage, DetailsSkeleton } from '../kit/details-page.tsx';
import { Facts } from '../kit/facts.tsx';
import { useSuccessToast } from '../kit/success-toast.ts';
import { useHookName } from './details.tsx';
import { useProblemText } from './problem-text.ts';
import { aboutHooks, hookQuery, requestQuery } from './query.ts';
import { eventOf, payloadOf, readable } from './request-payload.ts';
import { RequestStatus } from './request-status.tsx';
import classes from './webhooks.module.css';

const route = getRouteApi('/signed-in/layout/webhooks/$id/recent-requests/$logId');

function useReplay(id: string, logId: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  return useMutation({
    mutationFn: () => api.management.post('/hooks/:id/recent-logs/:logId/replay', { params: { id, logId } }),
    onSuccess: () => {
      toast(t('webhooks.request.replayed_toast'));
      void queryClient.invalidateQueries({ predicate: aboutHooks });
    },
  });
}

export function RequestDetails() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id, logId } = route.useParams();
  const { data: hook } = useQuery(hookQuery(api, id));
  const { data, error, refetch } = useQuery(requestQuery(api, id, logId));
  const nameOf = useHookName();
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
      type={t(payloadOf(data).result === 'Success' ? 'webhooks.request.success' : 'webhooks.request.failed')}
      facts={<RequestStatus request={data} />}
      id={{ label: t('webhooks.request.id'), value: logId }}
      actions={
        hook?.enabled && (
          <BusyButton
            variant="default"
            leftSection={<IconRefresh size={14} />}
            busy={replay.isPending}
            onClick={() => replay.mutate()}
          >
            {t('webhooks.request.replay')}
          </BusyButton>
        )
      }
      tabs={null}
    >
      <Content hookId={id} request={data} />
    </DetailsPage>
  );
}

function Code({ label, children }: { label: string; children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
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

function RequestFacts({ hookId, request }: { hookId: string; request: HookRequest }) {
  const { t, i18n } = useTranslation();
  const problemText = useProblemText();
  const { attempts = 1, error, replayOf } = payloadOf(request);
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' });
  return (
    <Facts
      facts={[
        { name: t('webhooks.request.sent'), value: time.format(request.createdAt) },
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

function Content({ hookId, request }: { hookId: string; request: HookRequest }) {
  const { t } = useTranslation();
  const { hookRequest, response } = payloadOf(request);
  const [requestTitle, responseTitle] = [t('webhooks.request.request'), t('webhooks.request.response')];
  return (
    <div className={classes.request}>
      <RequestFacts hookId={hookId} request={request} />
      <Part title={requestTitle}>
        <Code label={requestTitle}>{readable(hookRequest?.body ?? {})}</Code>
      </Part>
      <Part title={responseTitle}>
        {response?.body ? (
          <Code label={responseTitle}>{readable(response.body)}</Code>
        ) : (
          <p className={classes.muted}>
            {t(response ? 'webhooks.request.empty_body' : 'webhooks.request.no_response')}
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
