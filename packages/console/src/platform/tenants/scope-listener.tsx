// Refreshes the tokens when the user's permissions in this tenant change.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { tenantScopes } from '@tessera/contract/tenant-scopes';
import { useEffect, useEffectEvent, useState } from 'react';
import { organizationOf } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { tenantsQuery } from './own-tenants.ts';
import { ownScopesQuery } from './permissions.ts';

export function ScopeListener() {
  const services = useServices();
  const { api, session, settings } = services;
  const { tenantId } = settings;
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<unknown>();
  const { data } = useQuery({
    ...ownScopesQuery(services),
    // Refetch whenever the tab regains the focus.
    staleTime: 0,
  });
  if (failure !== undefined) throw failure;

  const applyScopes = useEffectEvent(async (allowed: ReadonlySet<string>) => {
    if (allowed.size === 0) {
      queryClient.setQueryData(tenantsQuery(api).queryKey, (own) => own?.filter(({ id }) => id !== tenantId));
      await session.leave('/', 'replace');
    }
    const granted = await session.scopes({ organizationId: organizationOf(tenantId) });
    // Only compare scopes that the console requests; others would always be missing.
    if (tenantScopes.some((scope) => allowed.has(scope) && !granted.has(scope))) {
      session.saveLocation(window.location);
      session.clearTokens();
      await session.signIn({ prompt: 'consent' });
    }
    if ([...granted].some((scope) => !allowed.has(scope))) session.clearAccessTokens();
  });
  useEffect(() => {
    if (data) applyScopes(new Set(data.map(({ name }) => name))).catch(setFailure);
  }, [data]);
  return null;
}
