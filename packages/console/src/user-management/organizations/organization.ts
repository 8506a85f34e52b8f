// Loads an organization together with its just-in-time settings, because they are one form.
import { useQueries } from '@tanstack/react-query';
import type { Organization } from '@tessera/contract/organizations';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { jitQuery, type NamedConnector, organizationQuery } from './query.ts';

export type NamedRole = { id: string; name: string };
export type OrganizationData = {
  organization: Versioned<Organization>;
  jit: { emailDomains: string[]; roles: NamedRole[]; ssoConnectors: NamedConnector[] };
};

/** Just-in-time settings have no ETag, so their content is part of the version. */
export const versioned = (parts: OrganizationData): Versioned<OrganizationData> => ({
  ...parts,
  etag: `${parts.organization.etag} ${JSON.stringify(parts.jit)}`,
});

export function useOrganization(id: string) {
  const { api } = useServices();
  const parts = useQueries({ queries: [organizationQuery(api, id), jitQuery(api, id)] });
  const [organization, jit] = parts;
  const data =
    organization.data && jit.data ? versioned({ organization: organization.data, jit: jit.data }) : undefined;
  return {
    data,
    error: data ? null : (parts.find(({ error }) => error)?.error ?? null),
    retry: () => {
      for (const part of parts) if (part.error) void part.refetch();
    },
  };
}
