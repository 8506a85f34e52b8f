// Actions for the selected users of the list. The server first counts what an action affects.
import { Button, Tooltip } from '@mantine/core';
import { IconBan, IconBuilding, IconCircleCheck, IconTrash, IconUserShield } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BulkAction } from '@tessera/contract/user-bulk-action-kinds';
import type { NewUserBulkAction } from '@tessera/contract/user-bulk-actions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { useAffectedText } from '../../kit/affected.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { DeleteDialog } from '../../kit/delete-dialog.tsx';
import { SelectionBar } from '../../kit/selection-bar.tsx';
import { useHasPermission } from '../../platform/tenants/permissions.ts';
import { newestActionKey } from './query.ts';
import { TargetDialog } from './target-dialog.tsx';
import classes from './user-bulk-actions.module.css';

export type SelectedUsers = Pick<NewUserBulkAction, 'userIds' | 'filter'>;

type Props = {
  users: SelectedUsers;
  /** How many are selected, as text. */
  count: { value: number; text: string };
  actions: readonly BulkAction[];
  /** Selects all results; a limit disables it. */
  all?: { text: string; isTooMany: boolean; onSelect: () => void };
  onClear: () => void;
};

const icons = {
  suspend: IconBan,
  reactivate: IconCircleCheck,
  assignRole: IconUserShield,
  addToOrganization: IconBuilding,
  delete: IconTrash,
} as const satisfies Record<BulkAction, unknown>;

type Counts = {
  userCount: number;
  sessionCount: number;
  roleCount: number;
  organizationCount: number;
  tokenCount: number;
};
type Open = { action: 'assignRole' | 'addToOrganization' | 'delete'; counts: Counts };

export function UserBulkBar({ users, count, actions, all, onClear }: Props) {
  const { t, i18n } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const queryClient = useQueryClient();
  const affectedText = useAffectedText();
  const mayDelete = useHasPermission('delete:data');
  const [open, setOpen] = useState<Open>();
  const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value);
  const titleOf = (action: BulkAction, { userCount }: Counts) =>
    t(`user-bulk-actions.${action}_title`, { count: userCount, number: number(userCount) });

  const start = useMutation({
    mutationFn: (body: Omit<NewUserBulkAction, 'userIds' | 'filter'>) =>
      api.management.post('/user-bulk-actions', { body: { ...users, ...body } }),
    onSuccess: async () => {
      setOpen(undefined);
      onClear();
      await queryClient.invalidateQueries({ queryKey: newestActionKey });
    },
  });
  const preview = useMutation({
    mutationFn: (_: BulkAction) => api.management.post('/user-bulk-actions/preview', { body: users }),
    onSuccess: async (counts, action) => {
      if (action === 'assignRole' || action === 'addToOrganization' || action === 'delete') {
        return setOpen({ action, counts });
      }
      const agreed = await confirm({
        title: titleOf(action, counts),
        text: (
          <>
            <p>{t(`user-bulk-actions.${action}_text`)}</p>
            {action === 'suspend' && <p>{affectedText([{ kind: 'sessions', count: counts.sessionCount }])}</p>}
          </>
        ),
        confirmLabel: t(`user-bulk-actions.actions.${action}`),
        danger: action === 'suspend',
      });
      if (agreed) start.mutate({ action });
    },
  });
  const isBusy = preview.isPending || start.isPending;
  const close = () => setOpen(undefined);
  return (
    <>
      <SelectionBar
        text={t('user-bulk-actions.selected', { count: count.value, number: count.text })}
        {...(all &&
          !all.isTooMany && {
            all: { label: t('user-bulk-actions.select_all', { number: all.text }), onSelect: all.onSelect },
          })}
        onClear={onClear}
      >
        {actions
          .filter((action) => action !== 'delete' || mayDelete)
          .map((action) => {
            const Icon = icons[action];
            return (
              <Button
                key={action}
                variant="default"
                size="compact-md"
                className={action === 'delete' ? classes.danger : undefined}
                leftSection={<Icon size={14} />}
                disabled={isBusy}
                onClick={() => preview.mutate(action)}
              >
                {t(`user-bulk-actions.actions.${action}`)}
              </Button>
            );
          })}
        {all?.isTooMany && (
          <Tooltip label={t('user-bulk-actions.too_many')}>
            <Button variant="subtle" size="compact-sm" aria-disabled className={classes.limited}>
              {t('user-bulk-actions.select_all', { number: all.text })}
            </Button>
          </Tooltip>
        )}
      </SelectionBar>
      {open?.action === 'delete' && (
        <DeleteDialog
          title={titleOf('delete', open.counts)}
          text={
            <>
              <p>{t('user-bulk-actions.delete_text')}</p>
              <p>
                {affectedText([
                  { kind: 'sessions', count: open.counts.sessionCount },
                  { kind: 'roles', count: open.counts.roleCount },
                  { kind: 'organizations', count: open.counts.organizationCount },
                  { kind: 'tokens', count: open.counts.tokenCount },
                ])}
              </p>
            </>
          }
          name={String(open.counts.userCount)}
          deleting={start.isPending}
          onDelete={() => start.mutate({ action: 'delete' })}
          onClose={close}
        />
      )}
      {open && open.action !== 'delete' && (
        <TargetDialog
          action={open.action}
          title={titleOf(open.action, open.counts)}
          busy={start.isPending}
          onSubmit={(target) => start.mutate({ action: open.action, ...target })}
          onClose={close}
        />
      )}
    </>
  );
}
