// Deletes a user after asking, and goes back to the list.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { UserDetails } from '@tessera/contract/users';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { useConfirm } from '../kit/confirm.tsx';
import { useSuccessToast } from '../kit/success-toast.ts';
import { aboutUser, aboutUsers } from './query.ts';
import { useUserTitle } from './user-name.tsx';

export function useDeletion() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useSuccessToast();
  const titleOf = useUserTitle();
  const remove = useMutation({
    mutationFn: ({ id }: UserDetails) => api.management.del('/users/:userId', { params: { userId: id } }),
    onSuccess: async (_, user) => {
      toast(t('users.details.deleted_toast', { name: titleOf(user) }));
      // Whatever was typed belonged to what is no more, so nobody is asked about it.
      await navigate({ to: '/users', replace: true, ignoreBlocker: true });
      queryClient.removeQueries({ predicate: aboutUser(user.id) });
      void queryClient.invalidateQueries({ predicate: aboutUsers });
    },
  });
  return async (user: UserDetails) => {
    const agreed = await confirm({
      title: t('users.details.delete_title', { name: titleOf(user) }),
      text: t('users.details.delete_text'),
      confirmLabel: t('general.delete'),
      danger: true,
    });
    if (agreed) remove.mutate(user);
  };
}
