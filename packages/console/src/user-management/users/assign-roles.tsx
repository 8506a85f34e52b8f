// Assigns roles to a user.
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { RoleAssignment } from '../../authorization/roles/role-assignment.tsx';
import { listQuery } from '../../kit/list-search.ts';

type Props = { user: { id: string; name: string }; onClose: () => void };

export function AssignUserRoles({ user: { id: userId, name }, onClose }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  return (
    <RoleAssignment
      title={t('users.roles.assign_title', { name })}
      text={t('users.roles.assign_text')}
      submitLabel={t('users.roles.assign')}
      noneLeft={t('users.roles.none_left')}
      offered={(search) =>
        api.management.listQuery('/roles', { query: { ...listQuery(search), type: 'User', excludeUserId: userId } })
      }
      assign={(roleIds) => api.management.post('/users/:userId/roles', { params: { userId }, body: { roleIds } })}
      onClose={onClose}
    />
  );
}
