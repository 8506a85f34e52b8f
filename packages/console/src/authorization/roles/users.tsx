// Users assigned to a role.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { ApplicationById } from '../../authentication/applications/application-by-id.tsx';
import { DateText } from '../../kit/date-text.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ListSection } from '../../kit/list-section.tsx';
import { NoValue } from '../../kit/no-value.tsx';
import { RemoveButton } from '../../kit/remove-button.tsx';
import { UserLink, useUserTitle } from '../../user-management/users/user-name.tsx';
import { AssignHolders } from './assign-holders.tsx';
import { RolesIllustration } from './illustration.tsx';
import { roleQuery, roleUsersQuery } from './query.ts';
import { useRoleRemoval } from './removal.ts';

const route = getRouteApi('/signed-in/layout/roles/$id/users');

export function RoleUsers() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id } = route.useParams();
  const search = route.useSearch();
  const { data: role } = useQuery(roleQuery(api, id));
  const query = useQuery({ ...roleUsersQuery(api, id, search), placeholderData: keepPreviousData });
  const titleOf = useUserTitle();
  const [assigning, setAssigning] = useState(false);
  const remove = useRoleRemoval((userId) => api.management.del('/roles/:id/users/:userId', { params: { id, userId } }));
  if (!role) return null;
  if (role.type !== 'User') return <Navigate to="/roles/$id/machine-to-machine-apps" params={{ id }} replace />;
  const assignButton = (
    <Button leftSection={<IconPlus size={14} />} onClick={() => setAssigning(true)}>
      {t('roles.users.assign')}
    </Button>
  );
  return (
    <>
      <ListSection
        title={t('roles.users.title')}
        searchLabel={t('roles.users.search')}
        actions={assignButton}
        search={search}
        query={query}
        rowKey={(user) => user.id}
        columns={[
          { key: 'user', title: t('roles.users.user'), width: '40%', cell: (user) => <UserLink user={user} /> },
          {
            key: 'application',
            title: t('roles.users.application'),
            width: '28%',
            cell: ({ applicationId }) => <ApplicationById id={applicationId} />,
          },
          {
            key: 'lastSignIn',
            title: t('roles.users.last_sign_in'),
            width: '22%',
            cell: ({ lastSignInAt }) => (lastSignInAt === null ? <NoValue /> : <DateText value={lastSignInAt} />),
          },
          {
            key: 'actions',
            title: t('general.actions'),
            width: '10%',
            cell: (user) => (
              <RemoveButton
                name={titleOf(user)}
                onClick={() => void remove({ role: role.name, holder: titleOf(user), id: user.id })}
              />
            ),
          },
        ]}
        empty={
          <EmptyState
            illustration={<RolesIllustration />}
            title={t('roles.users.empty_title')}
            text={t('roles.users.empty_text')}
            action={assignButton}
          />
        }
      />
      {assigning && <AssignHolders role={role} onClose={() => setAssigning(false)} />}
    </>
  );
}
