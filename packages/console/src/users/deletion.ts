// Deletes a user after asking, and goes back to the list.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { UserDetails } from '@tessera/contract/users';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { useConfirmedAction } from '../kit/confirmed-action.ts';
import { aboutUser, aboutUsers } from './query.ts';
import { useUserTitle } from './user-name.tsx';

export function useDeletion() {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const titleOf = useUserTitle();
  return useConfirmedAction<UserDetails>({
    question: (user) => ({
      title: t('users.details.delete_title', { name: titleOf(user) }),
      text: t('users.details.delete_text'),
      confirmLabel: t('general.delete'),
      danger: true,
    }),
    act: ({ id }) => api.management.del('/users/:userId', { params: { userId: id } }),
    doneText: (user) => t('users.details.deleted_toast', { name: titleOf(user) }),
    onDone: async ({ id }) => {
      // Whatever was typed belonged to what is no more, so nobody is asked about it.
      await navigate({ to: '/users', replace: true, ignoreBlocker: true });
      queryClient.removeQueries({ predicate: aboutUser(id) });
      void queryClient.invalidateQueries({ predicate: aboutUsers });
    },
  });
}
