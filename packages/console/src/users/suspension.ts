// Keeps somebody out, or lets them in again, after asking.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UserDetails } from '@tessera/contract/users';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { useConfirm } from '../kit/confirm.tsx';
import { useSuccessToast } from '../kit/success-toast.ts';
import { aboutUsers } from './query.ts';
import { useUserTitle } from './user-name.tsx';

type Change = { user: UserDetails; isSuspended: boolean };

export function useSuspension() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const titleOf = useUserTitle();
  const change = useMutation({
    mutationFn: ({ user: { id }, isSuspended }: Change) =>
      api.management.patch('/users/:userId/is-suspended', { params: { userId: id }, body: { isSuspended } }),
    onSuccess: (_, { user, isSuspended }) => {
      const name = titleOf(user);
      toast(
        isSuspended ? t('users.details.suspended_toast', { name }) : t('users.details.reactivated_toast', { name }),
      );
      void queryClient.invalidateQueries({ predicate: aboutUsers });
    },
  });
  return async (user: UserDetails, isSuspended: boolean) => {
    const name = titleOf(user);
    const agreed = await confirm(
      isSuspended
        ? {
            title: t('users.details.suspend_title', { name }),
            text: t('users.details.suspend_text'),
            confirmLabel: t('users.details.suspend'),
            danger: true,
          }
        : {
            title: t('users.details.reactivate_title', { name }),
            text: t('users.details.reactivate_text'),
            confirmLabel: t('users.details.reactivate'),
          },
    );
    if (agreed) change.mutate({ user, isSuspended });
  };
}
