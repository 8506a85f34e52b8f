// Rules for third-party applications that register themselves, such as AI agents and MCP clients.
import { NumberInput, Switch } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ClientRegistration } from '@tessera/contract/client-registration';
import { userScopes } from '@tessera/contract/user-scopes';
import { useTranslation } from 'react-i18next';
import type { Api, Versioned } from '../../app/api.ts';
import { messageOf } from '../../app/problems.ts';
import { useServices } from '../../app/services.tsx';
import { CheckGroup } from '../../kit/check-group.tsx';
import { CopyField } from '../../kit/copy-field.tsx';
import { useDetailsForm } from '../../kit/details-form.ts';
import { BackLink } from '../../kit/details-page.tsx';
import { EditableForm } from '../../kit/editable-form.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import { listRows } from '../../kit/list-rows.ts';
import { PageLoader } from '../../kit/loader.tsx';
import { MultiText } from '../../kit/multi-text.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import type { PermissionGroup } from '../../kit/permission-groups.ts';
import { PermissionTree } from '../../kit/permission-tree.tsx';
import { apisLeft, ownLeft } from './levels.ts';
import { apisQuery, organizationScopesQuery, registrationQuery } from './query.ts';
import {
  bounds,
  checkRegistration,
  type RegistrationValues,
  registrationOf,
  registrationValuesOf,
} from './registration-values.ts';
import { userScopeText } from './user-scope-text.ts';

type PermissionField = 'scopeIds' | 'organizationScopeIds' | 'organizationResourceScopeIds';

export function Registration() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data, error, refetch } = useQuery(registrationQuery(api));
  return (
    <>
      <BackLink to="/applications/third-party-applications">{t('consent.registration.back')}</BackLink>
      <PageHeader title={t('consent.registration.title')} subtitle={t('consent.registration.subtitle')} />
      {data && <Form rules={data} />}
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PageLoader />)}
    </>
  );
}

const useRegistrationForm = (api: Api, rules: Versioned<ClientRegistration>) => {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useDetailsForm<ClientRegistration, RegistrationValues>({
    entity: rules,
    valuesOf: registrationValuesOf,
    validate: (values) => checkRegistration(values, t),
    read: () => api.management.get('/configs/client-registration'),
    write: (base, values) =>
      api.management.patch('/configs/client-registration', { body: registrationOf(values), etag: base.etag }),
    onNewVersion: (saved) => void queryClient.setQueryData(registrationQuery(api).queryKey, saved),
    fieldOf: ({ path: [name, index] }) => (name === 'redirectHosts' ? `${name}.${Number(index)}` : String(name)),
  });
};

function Form({ rules }: { rules: Versioned<ClientRegistration> }) {
  const { t } = useTranslation();
  const { api, settings } = useServices();
  const apis = useQuery(apisQuery(api));
  const template = useQuery(organizationScopesQuery(api));
  const work = useRegistrationForm(api, rules);
  const { form } = work;
  const labelOf = (field: keyof RegistrationValues) => t(`consent.registration.fields.${field}`);
  const number = (field: 'perHour' | 'limit') => ({
    ...{ label: labelOf(field), ...bounds[field], maw: 320, withAsterisk: true },
    ...{ clampBehavior: 'none' as const, allowDecimal: false, allowNegative: false },
    ...form.getInputProps(field),
  });
  const apiGroups = apis.data && apisLeft(apis.data, [], settings.wire.isManagementResource);
  const tree = (field: PermissionField, groups: PermissionGroup[] | undefined, error: Error | null) => ({
    ...{ label: labelOf(field), searchLabel: t('consent.search'), groups, chosen: form.values[field] },
    onChange: (chosen: string[]) => form.setFieldValue(field, chosen as never),
    ...(error && { error: messageOf(error, t) }),
  });
  return (
    <EditableForm work={work} labelOf={labelOf}>
      <FormSection title={t('consent.registration.access')} text={t('consent.registration.access_text')}>
        <Switch
          label={labelOf('isEnabled')}
          description={t('consent.registration.enabled_hint')}
          {...form.getInputProps('isEnabled', { type: 'checkbox' })}
        />
        {rules.isEnabled && (
          <CopyField label={t('consent.registration.endpoint')} value={`${settings.tenantEndpoint}/oidc/reg`} />
        )}
        <Switch
          label={labelOf('acceptsMetadataDocuments')}
          description={t('consent.registration.documents_hint')}
          {...form.getInputProps('acceptsMetadataDocuments', { type: 'checkbox' })}
        />
        <MultiText
          label={labelOf('redirectHosts')}
          description={t('consent.registration.hosts_hint')}
          placeholder="*.example.com"
          {...listRows(form, 'redirectHosts')}
        />
      </FormSection>
      <FormSection title={t('consent.registration.permissions')} text={t('consent.registration.permissions_text')}>
        <CheckGroup
          label={labelOf('userScopes')}
          options={userScopes.map((scope) => ({ value: scope, label: userScopeText(scope, t) }))}
          {...form.getInputProps('userScopes')}
        />
        <PermissionTree {...tree('scopeIds', apiGroups, apis.error)} emptyText={t('consent.no_api_left')} />
      </FormSection>
      <FormSection
        title={t('consent.organization.title')}
        text={t('consent.registration.organization_permissions_text')}
      >
        <PermissionTree
          {...tree('organizationScopeIds', template.data && ownLeft(template.data, new Set()), template.error)}
          emptyText={t('consent.organization.nothing_left')}
        />
        <PermissionTree
          {...tree('organizationResourceScopeIds', apiGroups, apis.error)}
          emptyText={t('consent.no_api_left')}
        />
      </FormSection>
      <FormSection title={t('consent.registration.limits')} text={t('consent.registration.limits_text')}>
        <NumberInput {...number('perHour')} />
        <NumberInput {...number('limit')} />
      </FormSection>
    </EditableForm>
  );
}
