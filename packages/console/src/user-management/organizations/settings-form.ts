// Form of an organization's settings. It spans several requests; only changed parts are sent.
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { ApiProblem } from '../../app/problem.ts';
import { useServices } from '../../app/services.tsx';
import { useDetailsForm } from '../../kit/details-form.ts';
import { parseJsonObject } from '../../kit/json-object.ts';
import { type OrganizationData, versioned } from './organization.ts';
import { jitQuery, organizationQuery, organizationsKey, readJit } from './query.ts';
import { checkSettings, domainsOf, type SettingsValues, valuesOf } from './settings-values.ts';

export type OrganizationForm = ReturnType<typeof useOrganizationForm>['form'];

export function useOrganizationForm(parts: Versioned<OrganizationData>) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const { id } = parts.organization;
  const params = { organizationId: id };
  const read = async () =>
    versioned({
      organization: await api.management.get('/organizations/:organizationId', { params }),
      jit: await readJit(api, id),
    });
  return useDetailsForm<OrganizationData, SettingsValues>({
    entity: parts,
    valuesOf,
    validate: (values) => checkSettings(values, t),
    read,
    write: async (base, values, changed) => {
      const { etag, organization } = await read();
      if (etag !== base.etag) throw new ApiProblem(412, '', {});
      const has = (...fields: (keyof SettingsValues)[]) => fields.some((field) => changed.includes(field));
      if (has('name', 'description', 'customData', 'isMfaRequired')) {
        await api.management.patch('/organizations/:organizationId', {
          params,
          body: {
            ...(has('name') && { name: values.name.trim() }),
            ...(has('description') && { description: values.description.trim() || null }),
            ...(has('customData') && { customData: parseJsonObject(values.customData) ?? {} }),
            ...(has('isMfaRequired') && { isMfaRequired: values.isMfaRequired }),
          },
          etag: organization.etag,
        });
      }
      if (has('emailDomains', 'typedDomain')) {
        await api.management.put('/organizations/:organizationId/jit/email-domains', {
          params,
          body: { emailDomains: domainsOf(values) },
        });
      }
      if (has('roles')) {
        await api.management.put('/organizations/:organizationId/jit/roles', {
          params,
          body: { organizationRoleIds: values.roles.map((role) => role.id) },
        });
      }
      if (has('ssoConnectors')) {
        await api.management.put('/organizations/:organizationId/jit/sso-connectors', {
          params,
          body: { ssoConnectorIds: values.ssoConnectors.map((connector) => connector.id) },
        });
      }
      return read();
    },
    onNewVersion: (saved) => {
      queryClient.setQueryData(organizationQuery(api, id).queryKey, saved.organization);
      queryClient.setQueryData(jitQuery(api, id).queryKey, saved.jit);
      void queryClient.invalidateQueries({ queryKey: organizationsKey });
    },
    fieldOf: ({ path: [field] }, values) => {
      if (field === 'emailDomains') return 'typedDomain';
      return typeof field === 'string' && Object.hasOwn(values, field) ? field : undefined;
    },
  });
}
