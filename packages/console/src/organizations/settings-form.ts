// The form of an organization's settings. Its parts are several requests; each is sent only when it has changed.
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { parseJsonObject } from '../applications/settings-values.ts';
import { fieldIssues } from '../kit/field-issues.ts';
import { useSettingsForm } from '../kit/settings-form.ts';
import type { OrganizationParts } from './organization.ts';
import { jitQuery, organizationQuery, organizationsKey, readJit } from './query.ts';
import { checkSettings, domainsOf, type SettingsValues, valuesOf } from './settings-values.ts';

export type OrganizationForm = ReturnType<typeof useOrganizationForm>['form'];

export function useOrganizationForm(parts: OrganizationParts) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const { id } = parts.organization;
  const params = { organizationId: id };
  const read = async (): Promise<OrganizationParts> => ({
    organization: await api.management.get('/organizations/:organizationId', { params }),
    jit: await readJit(api, id),
  });
  return useSettingsForm<OrganizationParts, SettingsValues>({
    entity: parts,
    valuesOf,
    validate: (values) => checkSettings(values, t),
    read,
    write: async (values, _, changed) => {
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
      return read();
    },
    onSaved: (saved) => {
      queryClient.setQueryData(organizationQuery(api, id).queryKey, saved.organization);
      queryClient.setQueryData(jitQuery(api, id).queryKey, saved.jit);
      void queryClient.invalidateQueries({ queryKey: organizationsKey });
    },
    refused: (error, values) => {
      const fields = fieldIssues(error).flatMap(({ path: [field] }) =>
        field === 'emailDomains'
          ? ['typedDomain']
          : typeof field === 'string' && Object.hasOwn(values, field)
            ? [field]
            : [],
      );
      return Object.fromEntries(fields.map((field) => [field, t('fields.refused')]));
    },
  });
}
