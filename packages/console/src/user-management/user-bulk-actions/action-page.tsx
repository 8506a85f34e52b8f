// One bulk action: its progress and the users who couldn't be changed.
import { Progress } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { UserBulkAction } from '@tessera/contract/user-bulk-actions';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { roleQuery } from '../../authorization/roles/query.ts';
import { BusyButton } from '../../kit/busy-button.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { BackLink, DetailsPage, DetailsState } from '../../kit/details-page.tsx';
import { FactStrip } from '../../kit/fact-strip.tsx';
import { Notice } from '../../kit/notice.tsx';
import { ActionStatus } from './action-status.tsx';
import { Problems } from './problems.tsx';
import { actionKey, actionQuery, whileRunning } from './query.ts';
import classes from './user-bulk-actions.module.css';

const route = getRouteApi('/signed-in/layout/users/actions/$actionId');

function Back() {
  const { t } = useTranslation();
  return <BackLink to="/users/actions">{t('user-bulk-actions.back_to_list')}</BackLink>;
}

/** The name of the role or organization; its ID if it no longer exists. */
function useTargetName({ roleId, organizationId }: UserBulkAction) {
  const { api } = useServices();
  const silent = { meta: { silent: true } };
  const role = useQuery({ ...roleQuery(api, roleId ?? ''), ...silent, enabled: roleId !== null });
  const organization = useQuery({
    ...api.management.query('/organizations/:organizationId', { params: { organizationId: organizationId ?? '' } }),
    ...silent,
    enabled: organizationId !== null,
  });
  return role.data?.name ?? organization.data?.name ?? roleId ?? organizationId ?? '';
}

function CancelButton({ id }: { id: string }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => api.management.post('/user-bulk-actions/:actionId/cancel', { params: { actionId: id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: actionKey }),
  });
  const ask = async () => {
    const agreed = await confirm({
      title: t('user-bulk-actions.cancel_title'),
      text: t('user-bulk-actions.cancel_text'),
      confirmLabel: t('user-bulk-actions.cancel'),
      cancelLabel: t('user-bulk-actions.keep'),
      danger: true,
    });
    if (agreed) cancel.mutate();
  };
  return (
    <BusyButton variant="default" busy={cancel.isPending} onClick={() => void ask()}>
      {t('user-bulk-actions.cancel')}
    </BusyButton>
  );
}

function Found({ action }: { action: UserBulkAction }) {
  const { t, i18n } = useTranslation();
  const name = useTargetName(action);
  const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value);
  const { id, status, userCount, doneCount, failedCount } = action;
  const processed = doneCount + failedCount;
  const isRunning = status === 'running';
  const facts = [
    { key: 'users', label: t('user-bulk-actions.users'), value: number(userCount) },
    { key: 'done', label: t('user-bulk-actions.done'), value: number(doneCount) },
    { key: 'failed', label: t('user-bulk-actions.failed'), value: number(failedCount) },
    { key: 'left', label: t('user-bulk-actions.left'), value: number(userCount - processed) },
  ];
  return (
    <DetailsPage
      back={<Back />}
      icon={<IconUsers size={24} stroke={1.5} />}
      title={t(`user-bulk-actions.titles.${action.action}`, { name })}
      status={
        <span role="status">
          <ActionStatus status={status} framed />
        </span>
      }
      id={{ label: t('user-bulk-actions.id'), value: id }}
      strip={<FactStrip label={t('user-bulk-actions.progress')} facts={facts} />}
      {...(isRunning && { actions: <CancelButton id={id} /> })}
      tabs={null}
    >
      <div className={classes.action}>
        {isRunning && (
          <>
            <Progress value={(100 * processed) / userCount} size="md" aria-label={t('user-bulk-actions.progress')} />
            <Notice>{t('user-bulk-actions.running_text')}</Notice>
          </>
        )}
        {status === 'cancelled' && <Notice severity="warning">{t('user-bulk-actions.cancelled_text')}</Notice>}
        {(failedCount > 0 || !isRunning) && (
          <section>
            <h2>{t('user-bulk-actions.problem_list')}</h2>
            <Problems key={status} actionId={id} />
          </section>
        )}
      </div>
    </DetailsPage>
  );
}

export function ActionPage() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { actionId } = route.useParams();
  const query = useQuery({
    ...actionQuery(api, actionId),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? whileRunning : false),
  });
  if (query.data) return <Found action={query.data} />;
  return <DetailsState back={<Back />} query={query} notFoundTitle={t('user-bulk-actions.not_found')} hasStrip />;
}
