// Machine-to-machine applications assigned to a role.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { ApplicationName } from '../../authentication/applications/application-name.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ListSection } from '../../kit/list-section.tsx';
import { NoValue } from '../../kit/no-value.tsx';
import { RemoveButton } from '../../kit/remove-button.tsx';
import { AssignHolders } from './assign-holders.tsx';
import { RolesIllustration } from './illustration.tsx';
import { roleApplicationsQuery, roleQuery } from './query.ts';
import { useRoleRemoval } from './removal.ts';

const route = getRouteApi('/signed-in/layout/roles/$id/machine-to-machine-apps');

export function RoleApplications() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id } = route.useParams();
  const search = route.useSearch();
  const { data: role } = useQuery(roleQuery(api, id));
  const query = useQuery({ ...roleApplicationsQuery(api, id, search), placeholderData: keepPreviousData });
  const [assigning, setAssigning] = useState(false);
  const remove = useRoleRemoval((applicationId) =>
    api.management.del('/roles/:id/applications/:applicationId', { params: { id, applicationId } }),
  );
  if (!role) return null;
  if (role.type === 'User') return <Navigate to="/roles/$id/users" params={{ id }} replace />;
  const assignButton = (
    <Button leftSection={<IconPlus size={14} />} onClick={() => setAssigning(true)}>
      {t('roles.applications.assign')}
    </Button>
  );
  return (
    <>
      <ListSection
        title={t('roles.applications.title')}
        searchLabel={t('roles.applications.search')}
        actions={assignButton}
        search={search}
        query={query}
        rowKey={(application) => application.id}
        columns={[
          {
            key: 'name',
            title: t('applications.name'),
            width: '40%',
            cell: (application) => <ApplicationName {...application} />,
          },
          {
            key: 'description',
            title: t('applications.settings.description'),
            width: '50%',
            cell: ({ description }) => (description ? <span dir="auto">{description}</span> : <NoValue />),
          },
          {
            key: 'actions',
            title: t('general.actions'),
            width: '10%',
            cell: (application) => (
              <RemoveButton
                name={application.name}
                onClick={() => void remove({ role: role.name, holder: application.name, id: application.id })}
              />
            ),
          },
        ]}
        empty={
          <EmptyState
            illustration={<RolesIllustration />}
            title={t('roles.applications.empty_title')}
            text={t('roles.applications.empty_text')}
            action={assignButton}
          />
        }
      />
      {assigning && <AssignHolders role={role} onClose={() => setAssigning(false)} />}
    </>
  );
}
