// Permissions of the signed-in member in this tenant. The server checks each call; the pages use them to explain.
import { useQuery } from '@tanstack/react-query';
import type { tenantScopes } from '@tessera/contract/tenant-scopes';
import { type Services, useServices } from '../../app/services.tsx';

export const ownScopesQuery = ({ api, session, settings: { tenantId } }: Services) => ({
  ...api.organization.query('/tenants/:tenantId/members/:userId/scopes', {
    params: { tenantId, userId: String(session.claims().sub) },
  }),
  // Errors are silent: the server checks every request anyway.
  meta: { silent: true },
});

/** True while loading, so that nothing flickers for administrators. The open-source edition has no roles. */
export function useHasPermission(scope: (typeof tenantScopes)[number]): boolean {
  const services = useServices();
  const { data } = useQuery({ ...ownScopesQuery(services), enabled: services.settings.capabilities.hasManyTenants });
  return data === undefined || data.some(({ name }) => name === scope);
}
