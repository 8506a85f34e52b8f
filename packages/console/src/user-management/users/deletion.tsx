// Deletes a user after asking, and goes back to the list.
import type { ListedUser } from '@tessera/contract/users';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { Affected, countOnly } from '../../kit/affected.tsx';
import { useDeletion } from '../../kit/deletion.ts';
import { aboutUser, aboutUsers } from './query.ts';
import { useUserTitle } from './user-name.tsx';

export function useUserDeletion() {
  const { t } = useTranslation();
  const { api } = useServices();
  const titleOf = useUserTitle();
  const remove = useDeletion();
  return (user: ListedUser, { from = 'page' }: { from?: 'page' | 'list' } = {}) => {
    const name = titleOf(user);
    const params = { userId: user.id };
    return remove({
      title: t('users.details.delete_title', { name }),
      text: (
        <Affected
          text={t('users.details.delete_text')}
          counts={[
            { kind: 'roles', query: api.management.listQuery('/users/:userId/roles', { params, query: countOnly }) },
            {
              kind: 'organizations',
              query: api.management.listQuery('/users/:userId/organizations', { params, query: countOnly }),
            },
            {
              kind: 'sessions',
              query: api.management.listQuery('/users/:userId/sessions', { params, query: countOnly }),
            },
          ]}
        />
      ),
      done: t('users.details.deleted_toast', { name }),
      remove: () => api.management.del('/users/:userId', { params }),
      ...(from === 'page' && { list: '/users' as const }),
      own: [{ predicate: aboutUser(user.id) }],
      about: [{ predicate: aboutUsers }],
    });
  };
}
