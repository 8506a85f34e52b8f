// Sign-in branding of an organization; falls back to the application's or the tenant's.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Organization } from '@tessera/contract/organizations';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { LookSections } from '../../authentication/look/look-sections.tsx';
import { checkLook, type LookValues, lookOf, lookPatch } from '../../authentication/look/look-values.ts';
import { useDetailsForm } from '../../kit/details-form.ts';
import { EditableForm } from '../../kit/editable-form.tsx';
import { organizationQuery } from './query.ts';

const route = getRouteApi('/signed-in/layout/organizations/$id');

export function OrganizationBranding() {
  const { api } = useServices();
  const { id } = route.useParams();
  // The surrounding page shows loading and error states.
  const { data } = useQuery(organizationQuery(api, id));
  return data ? <Form key={id} organization={data} /> : null;
}

function Form({ organization }: { organization: Versioned<Organization> }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const params = { organizationId: organization.id };
  const work = useDetailsForm<Organization, LookValues>({
    entity: organization,
    valuesOf: lookOf,
    validate: (values) => checkLook(values, t),
    read: () => api.management.get('/organizations/:organizationId', { params }),
    write: ({ etag }, values) =>
      api.management.patch('/organizations/:organizationId', { params, body: lookPatch(values), etag }),
    onNewVersion: (saved) => queryClient.setQueryData(organizationQuery(api, organization.id).queryKey, saved),
    fieldOf: ({ path }) => String(path.at(-1)),
  });
  return (
    <EditableForm work={work} labelOf={(field) => t(`look.${field}`)}>
      <LookSections form={work.form} of="organization" />
    </EditableForm>
  );
}
