// Roles of a machine-to-machine application.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { AssignRoles } from '../../authorization/roles/assign-roles.tsx';
import { HeldRoles } from '../../authorization/roles/held-roles.tsx';
import { applicationRolesQuery } from '../../authorization/roles/query.ts';
import { Tag } from '../../kit/tag.tsx';
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
  if (!application) return null;
  if (!isMachine) return <Navigate to="/applications/$id/settings" params={{ id }} replace />;
  return (
    <HeldRoles
      holder={application.name}
      texts={{
        assign: t('roles.of_application.assign'),
        emptyTitle: t('roles.of_application.empty_title'),
        emptyText: t('roles.of_application.empty_text'),
      }}
      search={search}
      query={query}
      more={[
        {
          key: 'type',
          title: t('roles.type'),
          width: '18%',
          cell: ({ type }) => <Tag>{t(`roles.types.${type}`)}</Tag>,
        },
      ]}
      remove={(roleId) =>
        api.management.del('/applications/:applicationId/roles/:roleId', { params: { applicationId: id, roleId } })
      }
      dialog={(close) => <AssignRoles application={application} onClose={close} />}
    />
  );
}
