// Audit log tab of a user.
import { getRouteApi } from '@tanstack/react-router';
import { AuditLogList } from './audit-log-list.tsx';

const route = getRouteApi('/signed-in/layout/users/$id/logs');

export function UserLogs() {
  const { id } = route.useParams();
  return <AuditLogList userId={id} basePath={`/users/${id}/logs`} />;
}
