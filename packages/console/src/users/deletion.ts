// Deletes a user after asking, and goes back to the list.
import type { UserDetails } from '@tessera/contract/users';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { useDeletion as useDeletionOf } from '../kit/deletion.ts';
import { aboutUser, aboutUsers } from './query.ts';
import { useUserTitle } from './user-name.tsx';

export function useDeletion() {
  const { t } = useTranslation();
  const { api } = useServices();
  const titleOf = useUserTitle();
  const remove = useDeletionOf();
  return (user: UserDetails) => {
    const name = titleOf(user);
    return remove({
      title: t('users.details.delete_title', { name }),
      text: t('users.details.delete_text'),
      done: t('users.details.deleted_toast', { name }),
      remove: () => api.management.del('/users/:userId', { params: { userId: user.id } }),
      list: '/users',
      own: { predicate: aboutUser(user.id) },
      about: { predicate: aboutUsers },
    });
  };
}
