// Actions of an import: match columns, start, cancel, start again, delete.
import { Button, Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { UserImport } from '@tessera/contract/user-imports';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { useConfirmedAction } from '../../kit/confirmed-action.ts';
import { type ConflictMode, importCount, usualMode } from './conflict-choice.tsx';
import { canMap } from './mapping-dialog.tsx';
import { importKey, importsKey, isUnderWay } from './query.ts';

export function useDecisions(item: UserImport) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const params = { importId: item.id };
  const [chosenMode, setMode] = useState<ConflictMode>();
  const mode = chosenMode ?? usualMode(item);
  const refreshImports = () =>
    Promise.all([importsKey, importKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  const start = useMutation({
    mutationFn: () => api.management.post('/user-imports/:importId/start', { params, body: { onConflict: mode } }),
    onSettled: refreshImports,
  });
  const cancel = useMutation({
    mutationFn: () => api.management.post('/user-imports/:importId/cancel', { params }),
    onSettled: refreshImports,
  });
  const deletion = useConfirmedAction({
    question: () => ({
      title: t('user-imports.delete_title'),
      text: t('user-imports.delete_text'),
      confirmLabel: t('general.delete'),
      danger: true,
    }),
    act: () => api.management.del('/user-imports/:importId', { params }),
    doneText: () => t('user-imports.deleted'),
    onDone: async () => {
      await navigate({ to: '/users/import' });
      await queryClient.invalidateQueries({ queryKey: importsKey });
    },
  });
  const askToCancel = async () => {
    const agreed = await confirm({
      title: t('user-imports.cancel_title'),
      text: item.isDryRun ? t('user-imports.cancel_check_text') : t('user-imports.cancel_text'),
      confirmLabel: t('user-imports.cancel'),
      cancelLabel: t('user-imports.keep'),
      danger: true,
    });
    if (agreed) cancel.mutate();
  };
  return { mode, setMode, start, cancel, askToCancel, deletion };
}

type Props = { item: UserImport; decisions: ReturnType<typeof useDecisions> };

/** After a check that failed or was cancelled: with other columns, or with another file and the same columns. */
function StartAgain({ item }: Pick<Props, 'item'>) {
  const { t } = useTranslation();
  if (canMap(item)) {
    return (
      <Button
        renderRoot={(props) => (
          <Link
            to="/users/import/$importId"
            params={{ importId: item.id }}
            search={{ dialog: 'columns' as const }}
            {...props}
          />
        )}
      >
        {t('user-imports.columns_title')}
      </Button>
    );
  }
  return (
    <Button variant="default" renderRoot={(props) => <Link to="/users/import" search={{ from: item.id }} {...props} />}>
      {t('user-imports.start_again')}
    </Button>
  );
}

export function DecisionButtons({ item, decisions: { mode, start, cancel, askToCancel } }: Props) {
  const { t, i18n } = useTranslation();
  const { status, isDryRun } = item;
  const count = importCount(item, mode);
  const formatted = new Intl.NumberFormat(i18n.language).format(count);
  if (isDryRun && (status === 'failed' || status === 'cancelled')) return <StartAgain item={item} />;
  if (!isUnderWay(item) && !canImport(item)) {
    return (
      <Button variant="default" renderRoot={(props) => <Link to="/users/import" {...props} />}>
        {t('user-imports.another')}
      </Button>
    );
  }
  return (
    <>
      <BusyButton variant="default" busy={cancel.isPending} onClick={() => void askToCancel()}>
        {t('user-imports.cancel')}
      </BusyButton>
      {status === 'checked' && count > 0 && (
        <BusyButton busy={start.isPending} onClick={() => start.mutate()}>
          {t('user-imports.start', { count, formatted })}
        </BusyButton>
      )}
    </>
  );
}

/** Some rows of a checked file are users to create or update. */
export const canImport = ({ status, createdCount, updatedCount }: UserImport): boolean =>
  status === 'checked' && createdCount + updatedCount > 0;

export function DecisionMenu({ item, decisions: { deletion } }: Props) {
  const { t } = useTranslation();
  return (
    <>
      {item.status === 'checked' && canMap(item) && (
        <Menu.Item
          renderRoot={(props) => (
            <Link
              to="/users/import/$importId"
              params={{ importId: item.id }}
              search={{ dialog: 'columns' as const }}
              {...props}
            />
          )}
        >
          {t('user-imports.columns_title')}
        </Menu.Item>
      )}
      <Menu.Item color="red" onClick={() => deletion.ask()}>
        {t('user-imports.delete')}
      </Menu.Item>
    </>
  );
}
