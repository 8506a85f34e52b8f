// IdP-initiated tab of a SAML connector: where users go who start at their company's portal.
import { Switch } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { useDetailsForm } from '../../kit/details-form.ts';
import { EditableForm } from '../../kit/editable-form.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import { PageLoader } from '../../kit/loader.tsx';
import { NotFound } from '../../kit/not-found.tsx';
import { IdpInitiatedFields } from './idp-initiated-fields.tsx';
import { bodyOf, checkIdpInitiated, type IdpInitiatedValues, serverFields, valuesOf } from './idp-initiated-values.ts';
import { type IdpInitiatedConfig, idpInitiatedQuery, readIdpInitiated, ssoConnectorQuery } from './query.ts';

const route = getRouteApi('/signed-in/layout/enterprise-sso/$id');

const labels = {
  isEnabled: 'sso-connectors.idp.enable',
  applicationId: 'sso-connectors.idp.application',
  mode: 'sso-connectors.idp.mode',
  callbackUri: 'sso-connectors.idp.callback_uri',
  redirectUri: 'sso-connectors.idp.redirect_uri',
  parameters: 'sso-connectors.idp.parameters',
} as const satisfies Record<keyof IdpInitiatedValues, string>;

type Stored = { config: IdpInitiatedConfig | null };
/** The API has no versions of this configuration, so its content is one. */
const versioned = (config: IdpInitiatedConfig | null): Versioned<Stored> => ({ config, etag: JSON.stringify(config) });

export function IdpInitiated() {
  const { api } = useServices();
  const { id } = route.useParams();
  const { data: connector } = useQuery(ssoConnectorQuery(api, id));
  const { data, error, refetch } = useQuery(idpInitiatedQuery(api, id));
  if (connector && connector.providerType !== 'saml') return <NotFound />;
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PageLoader />;
  return <Form key={id} id={id} config={data} />;
}

function useIdpInitiatedForm(id: string, config: IdpInitiatedConfig | null) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const path = '/sso-connectors/:id/idp-initiated-auth-config';
  const params = { id };
  const prefix = 'single_sign_on.idp_initiated_authentication_';
  return useDetailsForm<Stored, IdpInitiatedValues>({
    entity: versioned(config),
    valuesOf: (stored) => valuesOf(stored.config),
    validate: (values) => checkIdpInitiated(values, t),
    read: async () => versioned(await readIdpInitiated(api, id)),
    write: async (base, values) => {
      if (values.isEnabled) return versioned(await api.management.put(path, { params, body: bodyOf(values) }));
      if (base.config !== null) await api.management.del(path, { params });
      return versioned(null);
    },
    onNewVersion: (saved) => queryClient.setQueryData(idpInitiatedQuery(api, id).queryKey, saved.config),
    fieldOf: ({ path: parts }) =>
      parts
        .map((part) => serverFields[String(part)])
        .find((field): field is keyof IdpInitiatedValues => field !== undefined),
    refusals: {
      [`${prefix}invalid_application_type`]: { field: 'applicationId' },
      [`${prefix}redirect_uri_not_registered`]: { field: 'redirectUri' },
      [`${prefix}client_callback_uri_not_found`]: { field: 'callbackUri' },
      'entity.not_exists_with_id': { field: 'applicationId', text: t('sso-connectors.idp.application_gone') },
    },
  });
}

function Form({ id, config }: { id: string; config: IdpInitiatedConfig | null }) {
  const { t } = useTranslation();
  const work = useIdpInitiatedForm(id, config);
  const { form } = work;
  return (
    <EditableForm
      work={work}
      labelOf={(field) => t(labels[field])}
      textOf={(field, { mode, parameters }) => {
        if (field === 'mode') return t(`sso-connectors.idp.modes.${mode}`);
        return field === 'parameters' ? parameters.map(({ key, value }) => `${key}: ${value}`).join('\n') : undefined;
      }}
    >
      <FormSection title={t('sso-connectors.idp.title')} text={t('sso-connectors.idp.text')}>
        <Switch
          label={t('sso-connectors.idp.enable')}
          description={t('sso-connectors.idp.enable_hint')}
          {...form.getInputProps('isEnabled', { type: 'checkbox' })}
        />
      </FormSection>
      {form.values.isEnabled && <IdpInitiatedFields form={form} />}
    </EditableForm>
  );
}
