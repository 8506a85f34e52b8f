// What can be done with an import where it stands: begun, cancelled, deleted.
import { Button, Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { UserImport } from '@tessera/contract/user-imports';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { BusyButton } from '../kit/busy-button.tsx';
import { useConfirm } from '../kit/confirm.tsx';
import { useConfirmedAction } from '../kit/confirmed-action.ts';
import { importKey, importsKey, isUnderWay } from './query.ts';

export function useDecisions(item: UserImport) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const params = { importId: item.id };
  const settled = () =>
    Promise.all([importsKey, importKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  const start = useMutation({
    mutationFn: () => api.management.post('/user-imports/:importId/start', { params, body: {} }),
    onSettled: settled,
  });
  const cancel = useMutation({
    mutationFn: () => api.management.post('/user-imports/:importId/cancel', { params }),
    onSettled: settled,
  });
  const deletion = useConfirmedAction({
    question: () => ({
      title: t('user-import.delete_title'),
      text: t('user-import.delete_text'),
      confirmLabel: t('general.delete'),
      danger: true,
    }),
    act: () => api.management.del('/user-imports/:importId', { params }),
    doneText: () => t('user-import.deleted'),
    onDone: async () => {
      await navigate({ to: '/users/import' });
      await queryClient.invalidateQueries({ queryKey: importsKey });
    },
  });
  const askToCancel = async () => {
    const agreed = await confirm({
      title: t('user-import.cancel_title'),
      text: item.isDryRun ? t('user-import.cancel_check_text') : t('user-import.cancel_text'),
      confirmLabel: t('user-import.cancel'),
      cancelLabel: t('user-import.keep'),
      danger: true,
    });
    if (agreed) cancel.mutate();
  };
  return { start, cancel, askToCancel, deletion };
}

type Props = { item: UserImport; decisions: ReturnType<typeof useDecisions> };

export function DecisionButtons({ item, decisions: { start, cancel, askToCancel } }: Props) {
  const { t, i18n } = useTranslation();
  const count = item.createdCount;
  const formatted = new Intl.NumberFormat(i18n.language).format(count);
  const canStart = item.status === 'checked' && count > 0;
  if (!isUnderWay(item) && !canStart) {
    return (
      <Button variant="default" renderRoot={(props) => <Link to="/users/import" {...props} />}>
        {t('user-import.another')}
      </Button>
    );
  }
  return (
    <>
      <BusyButton variant="default" busy={cancel.isPending} onClick={() => void askToCancel()}>
        {t('user-import.cancel')}
      </BusyButton>
      {canStart && (
        <BusyButton busy={start.isPending} onClick={() => start.mutate()}>
          {t('user-import.start', { count, formatted })}
        </BusyButton>
      )}
    </>
  );
}

export function DecisionMenu({ decisions: { deletion } }: Pick<Props, 'decisions'>) {
  const { t } = useTranslation();
  return (
    <Menu.Item color="red" onClick={() => deletion.ask()}>
      {t('user-import.delete')}
    </Menu.Item>
  );
}
