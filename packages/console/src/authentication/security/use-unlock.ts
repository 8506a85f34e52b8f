// Unlocks users by identifier or ID.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { lockedUsersKey } from './locked-users-query.ts';

export function useUnlock(onDone: () => void = () => undefined) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  return useMutation({
    mutationFn: (targets: string[]) =>
      api.management.post('/sentinel-activities/delete', { body: { targetType: 'User', targets } }),
    onSuccess: (_, { length }) => {
      void queryClient.invalidateQueries({ queryKey: lockedUsersKey });
      toast(t('security.unlock.done', { count: length }));
      onDone();
    },
  });
}
