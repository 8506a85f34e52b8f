// Adds users to an organization, optionally with roles.
import { useQueryClient } from '@tanstack/react-query';
import type { User } from '@tessera/contract/users';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { keywordQuery } from '../../kit/list-search.ts';
import { UserName, useUserTitle } from '../users/user-name.tsx';
import { AddDialog } from './add-dialog.tsx';
import { membersKey, organizationsKey } from './query.ts';

export function AddMembers({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const params = { organizationId };
  return (
    <AddDialog<User>
      title={t('organizations.members.add_title')}
      label={t('organizations.members.choose')}
      searchLabel={t('organizations.members.search')}
      emptyText={t('organizations.members.nobody_left')}
      missingText={t('organizations.members.choose_one')}
      submitLabel={t('organizations.members.add')}
      addedText={(count) => t('organizations.members.added_toast', { count })}
      roleType="User"
      query={(search) =>
        api.management.listQuery('/users', {
          query: { ...keywordQuery(search), excludeOrganizationId: organizationId },
        })
      }
      nameOf={useUserTitle()}
      render={(user) => <UserName user={user} />}
      add={async (userIds, organizationRoleIds) => {
        await api.management.post('/organizations/:organizationId/users', { params, body: { userIds } });
        if (organizationRoleIds.length === 0) return;
        await api.management.post('/organizations/:organizationId/users/roles', {
          params,
          body: { userIds, organizationRoleIds },
        });
      }}
      onSettled={() => {
        for (const queryKey of [membersKey, organizationsKey]) void queryClient.invalidateQueries({ queryKey });
      }}
      onClose={onClose}
    />
  );
}
