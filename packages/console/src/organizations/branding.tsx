// The look of the sign-in pages for members of one organization; without one, that of the application or the tenant.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Organization } from '@tessera/contract/organizations';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../app/api.ts';
import { useServices } from '../app/services.tsx';
import { useDetailsForm } from '../kit/details-form.ts';
import { EditableForm } from '../kit/editable-form.tsx';
import { LookSections } from '../look/look-sections.tsx';
import { checkLook, type LookValues, lookOf, lookPatch } from '../look/look-values.ts';
import { organizationQuery } from './query.ts';

const route = getRouteApi('/signed-in/layout/organizations/$id');

export function OrganizationBranding() {
  const { api } = useServices();
  const { id } = route.useParams();
  // The page around this tab shows what there is to say while it is not loaded.
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
    onNews: (saved) => queryClient.setQueryData(organizationQuery(api, organization.id).queryKey, saved),
    fieldOf: ({ path }) => String(path.at(-1)),
  });
  return (
    <EditableForm work={work} labelOf={(field) => t(`look.${field}`)}>
      <LookSections form={work.form} of="organization" />
    </EditableForm>
  );
}
