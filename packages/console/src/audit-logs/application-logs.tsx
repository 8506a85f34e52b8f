// The tab of an application with what it did. Machines have nobody who signs in.
import { getRouteApi } from '@tanstack/react-router';
import { useApplication } from '../applications/application.ts';
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
