// The roles of a machine-to-machine application: what it may do.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { ListSection } from '../kit/list-section.tsx';
import { RemoveButton } from '../kit/remove-button.tsx';
import { Tag } from '../kit/tag.tsx';
import { AssignRoles } from '../roles/assign-roles.tsx';
import { RolesIllustration } from '../roles/illustration.tsx';
import { applicationRolesQuery } from '../roles/query.ts';
import { useRoleRemoval } from '../roles/removal.ts';
import { RoleName } from '../roles/role-name.tsx';
import { applicationQuery } from './query.ts';

const route = getRouteApi('/signed-in/layout/applications/$id/roles');

export function ApplicationRoles() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id } = route.useParams();
  const search = route.useSearch();
  const { data: application } = useQuery(applicationQuery(api, id));
  const isMachine = application?.type === 'MachineToMachine';
  const query = useQuery({
    ...applicationRolesQuery(api, id, search),
    placeholderData: keepPreviousData,
    enabled: isMachine,
  });
  const [assigning, setAssigning] = useState(false);
  const remove = useRoleRemoval((roleId) =>
    api.management.del('/applications/:applicationId/roles/:roleId', { params: { applicationId: id, roleId } }),
  );
  if (!application) return null;
  if (!isMachine) return <Navigate to="/applications/$id/settings" params={{ id }} replace />;
  const assignButton = (
    <Button leftSection={<IconPlus size={14} />} onClick={() => setAssigning(true)}>
      {t('roles.of_application.assign')}
    </Button>
  );
  return (
    <>
      <ListSection
        title={t('roles.title')}
        searchLabel={t('roles.search')}
        actions={assignButton}
        search={search}
        query={query}
        rowKey={(role) => role.id}
        columns={[
          { key: 'name', title: t('roles.name'), width: '32%', cell: (role) => <RoleName role={role} /> },
          {
            key: 'type',
            title: t('roles.type'),
            width: '20%',
            cell: ({ type }) => <Tag>{t(`roles.types.${type}`)}</Tag>,
          },
          {
            key: 'description',
            title: t('roles.description'),
            width: '38%',
            cell: ({ description }) => <span dir="auto">{description}</span>,
          },
          {
            key: 'actions',
            title: t('general.actions'),
            width: '10%',
            cell: (role) => (
              <RemoveButton
                name={role.name}
                onClick={() => void remove({ role: role.name, holder: application.name, id: role.id })}
              />
            ),
          },
        ]}
        empty={
          <EmptyState
            illustration={<RolesIllustration />}
            title={t('roles.of_application.empty_title')}
            text={t('roles.of_application.empty_text')}
            action={assignButton}
          />
        }
      />
      {assigning && <AssignRoles application={application} onClose={() => setAssigning(false)} />}
    </>
  );
}
