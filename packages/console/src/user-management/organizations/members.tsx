// Members of an organization, with their roles.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { OrganizationMember } from '@tessera/contract/organization-members';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { DateText } from '../../kit/date-text.tsx';
import { NoValue } from '../../kit/no-value.tsx';
import { UserLink, useUserTitle } from '../users/user-name.tsx';
import { AddMembers } from './add-members.tsx';
import { BelongingList } from './belonging-list.tsx';
import { membersKey, membersQuery, organizationsKey } from './query.ts';

const route = getRouteApi('/signed-in/layout/organizations/$id/members');

export function OrganizationMembers() {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const { id: organizationId } = route.useParams();
  const search = route.useSearch();
  return (
    <BelongingList<OrganizationMember>
      kind="members"
      roleType="User"
      search={search}
      query={useQuery({ ...membersQuery(api, organizationId, search), placeholderData: keepPreviousData })}
      nameOf={useUserTitle()}
      first={{
        key: 'user',
        title: t('organizations.members.user'),
        width: '34%',
        cell: (member) => <UserLink user={member} />,
      }}
      rolesWidth="36%"
      more={[
        {
          key: 'seen',
          title: t('organizations.members.last_sign_in'),
          width: '20%',
          cell: ({ lastSignInAt }) => (lastSignInAt === null ? <NoValue /> : <DateText value={lastSignInAt} />),
        },
      ]}
      adding={(onClose) => <AddMembers organizationId={organizationId} onClose={onClose} />}
      saveRoles={({ id: userId }, organizationRoleIds) =>
        api.management.put('/organizations/:organizationId/users/:userId/roles', {
          params: { organizationId, userId },
          body: { organizationRoleIds },
        })
      }
      remove={({ id: userId }) =>
        api.management.del('/organizations/:organizationId/users/:userId', { params: { organizationId, userId } })
      }
      removeAll={(userIds) =>
        api.management.post('/organizations/:organizationId/users/removals', {
          params: { organizationId },
          body: { userIds },
        })
      }
      onChanged={() => {
        for (const queryKey of [membersKey, organizationsKey]) void queryClient.invalidateQueries({ queryKey });
      }}
    />
  );
}
