// Suspends or reactivates a user after confirmation.
import { useQueryClient } from '@tanstack/react-query';
import type { ListedUser } from '@tessera/contract/users';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { useConfirmedAction } from '../../kit/confirmed-action.ts';
import { aboutUsers } from './query.ts';
import { useUserTitle } from './user-name.tsx';

export function useSuspension() {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const titleOf = useUserTitle();
  /** The action for the current state of the user. */
  const kindOf = ({ isSuspended }: ListedUser) => (isSuspended ? 'reactivate' : 'suspend');
  return useConfirmedAction<ListedUser>({
    question: (user) => ({
      title: t(`users.details.${kindOf(user)}_title`, { name: titleOf(user) }),
      text: t(`users.details.${kindOf(user)}_text`),
      confirmLabel: t(`users.details.${kindOf(user)}`),
      danger: !user.isSuspended,
    }),
    act: ({ id, isSuspended }) =>
      api.management.patch('/users/:userId/is-suspended', {
        params: { userId: id },
        body: { isSuspended: !isSuspended },
      }),
    doneText: (user) =>
      user.isSuspended
        ? t('users.details.reactivated_toast', { name: titleOf(user) })
        : t('users.details.suspended_toast', { name: titleOf(user) }),
    onDone: () => void queryClient.invalidateQueries({ predicate: aboutUsers }),
  });
}
