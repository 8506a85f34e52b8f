// Keeps what the token allows in step with what the person may do in this tenant now.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { tenantScopes } from '@tessera/contract/tenant-scopes';
import { useEffect, useEffectEvent, useState } from 'react';
import { organizationOf } from '../app/api.ts';
import { useServices } from '../app/services.tsx';
import { tenantsQuery } from './own-tenants.ts';

export function ScopeListener() {
  const { api, session, settings } = useServices();
  const { tenantId } = settings;
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<unknown>();
  const { data } = useQuery({
    ...api.organization.query('/tenants/:tenantId/members/:userId/scopes', {
      params: { tenantId, userId: String(session.claims().sub) },
    }),
    // Asked again whenever the person comes back to this tab.
    staleTime: 0,
    // Not knowing is no reason to disturb anybody; each request is checked by the server in any case.
    meta: { silent: true },
  });
  if (failure !== undefined) throw failure;

  const onNews = useEffectEvent(async (allowed: ReadonlySet<string>) => {
    if (allowed.size === 0) {
      queryClient.setQueryData(tenantsQuery(api).queryKey, (own) => own?.filter(({ id }) => id !== tenantId));
      await session.leave('/', 'replace');
    }
    const granted = await session.scopes({ organizationId: organizationOf(tenantId) });
    // Scopes that the console never asks for would be missing for ever.
    if (tenantScopes.some((scope) => allowed.has(scope) && !granted.has(scope))) {
      session.saveLocation(window.location);
      session.clearTokens();
      await session.signIn({ prompt: 'consent' });
    }
    if ([...granted].some((scope) => !allowed.has(scope))) session.clearAccessTokens();
  });
  useEffect(() => {
    if (data) onNews(new Set(data.map(({ name }) => name))).catch(setFailure);
  }, [data]);
  return null;
}
