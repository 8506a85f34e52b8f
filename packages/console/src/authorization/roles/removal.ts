// Removes a role assignment after confirmation.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../kit/confirm.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { aboutRoles } from './query.ts';

/** `role` and `holder` are names. */
type Removed = { role: string; holder: string; id: string };

export function useRoleRemoval(remove: (id: string) => Promise<unknown>) {
  const { t } = useTranslation();
  const { confirm } = useConfirm();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const removal = useMutation({
    mutationFn: ({ id }: Removed) => remove(id),
    onSuccess: (_, { role, holder }) => {
      toast(t('roles.removed_toast', { role, holder }));
      void queryClient.invalidateQueries({ predicate: aboutRoles });
    },
  });
  return async (removed: Removed) => {
    const agreed = await confirm({
      title: t('roles.remove_title', { role: removed.role, holder: removed.holder }),
      text: t('roles.remove_text'),
      confirmLabel: t('general.remove'),
      danger: true,
    });
    if (agreed) removal.mutate(removed);
  };
}
