// Audit log tab of an application.
import { getRouteApi } from '@tanstack/react-router';
import { useApplication } from '../../authentication/applications/application.ts';
import { AuditLogList } from './audit-log-list.tsx';

const route = getRouteApi('/signed-in/layout/applications/$id/logs');

export function ApplicationLogs() {
  const { id } = route.useParams();
  const { data } = useApplication(id);
  return (
    <AuditLogList
      applicationId={id}
      hideUser={data?.application.type === 'MachineToMachine'}
      basePath={`/applications/${id}/logs`}
    />
  );
}
