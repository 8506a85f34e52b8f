// An organization and who joins it by signing in, loaded together: they are one form.
import { useQueries } from '@tanstack/react-query';
import type { Organization } from '@tessera/contract/organizations';
import { useServices } from '../app/services.tsx';
import { jitQuery, organizationQuery } from './query.ts';

export type NamedRole = { id: string; name: string };
export type OrganizationParts = {
  organization: Organization;
  jit: { emailDomains: string[]; roles: NamedRole[] };
};

export function useOrganization(id: string) {
  const { api } = useServices();
  const parts = useQueries({ queries: [organizationQuery(api, id), jitQuery(api, id)] });
  const [organization, jit] = parts;
  const data: OrganizationParts | undefined =
    organization.data && jit.data ? { organization: organization.data, jit: jit.data } : undefined;
  return {
    data,
    error: data ? null : (parts.find(({ error }) => error)?.error ?? null),
    retry: () => {
      for (const part of parts) if (part.error) void part.refetch();
    },
  };
}
