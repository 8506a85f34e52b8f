// Roles of a user.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { HeldRoles } from '../../authorization/roles/held-roles.tsx';
import { AssignUserRoles } from './assign-roles.tsx';
import { userQuery, userRolesQuery } from './query.ts';
import { useUserTitle } from './user-name.tsx';

const route = getRouteApi('/signed-in/layout/users/$id/roles');

export function UserRoles() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id } = route.useParams();
  const search = route.useSearch();
  const { data: user } = useQuery(userQuery(api, id));
  const query = useQuery({ ...userRolesQuery(api, id, search), placeholderData: keepPreviousData });
  const titleOf = useUserTitle();
  if (!user) return null;
  const name = titleOf(user);
  return (
    <HeldRoles
      holder={name}
      texts={{
        assign: t('users.roles.assign'),
        emptyTitle: t('users.roles.empty_title'),
        emptyText: t('users.roles.empty_text'),
      }}
      search={search}
      query={query}
      remove={(roleId) => api.management.del('/users/:userId/roles/:roleId', { params: { userId: id, roleId } })}
      dialog={(close) => <AssignUserRoles user={{ id, name }} onClose={close} />}
    />
  );
}
