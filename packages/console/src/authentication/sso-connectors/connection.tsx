// Connection tab of an enterprise SSO connector: URLs for the identity provider, and the values that it gives.

import { Switch, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { codeInput } from '../../kit/code-input.ts';
import { CopyField } from '../../kit/copy-field.tsx';
import { EditableForm } from '../../kit/editable-form.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import { AttributeMapping } from './attribute-mapping.tsx';
import { type ConnectionForm, useConnectionForm } from './connection-form.ts';
import { ConnectionNotices } from './connection-notices.tsx';
import { type ConnectionValues, hasIssuerField, hasOfflineField, hasTrustField } from './connection-values.ts';
import { OidcPreview, SamlPreview } from './provider-preview.tsx';
import { type SsoConnectorDetails, ssoConnectorQuery } from './query.ts';
import { SamlSourceFields } from './saml-source.tsx';
import { SecretField } from './secret-field.tsx';
import { useServiceUrls } from './service-urls.ts';
import type { Setup } from './test-connection/step-problem.tsx';
import { TestConnection } from './test-connection/test-connection.tsx';

const route = getRouteApi('/signed-in/layout/enterprise-sso/$id');
const googleIssuer = 'https://accounts.google.com';

const labels = {
  clientId: 'client_id',
  clientSecret: 'client_secret',
  issuer: 'issuer',
  scope: 'scope',
  trustUnverifiedEmail: 'trust_email',
  offlineAccess: 'offline_access',
  source: 'source',
  metadataUrl: 'metadata_url',
  metadata: 'metadata',
  signInEndpoint: 'sign_in_endpoint',
  entityId: 'entity_id',
  x509Certificate: 'certificate',
  idAttribute: 'id_attribute',
  emailAttribute: 'email_attribute',
  nameAttribute: 'name_attribute',
} as const satisfies Record<keyof ConnectionValues, string>;

export function Connection() {
  const { api } = useServices();
  const { id } = route.useParams();
  const { data } = useQuery(ssoConnectorQuery(api, id));
  return data ? <ConnectionSettings key={id} connector={data} /> : null;
}

function ServiceUrls({ connector }: { connector: SsoConnectorDetails }) {
  const { providerType } = connector;
  const { t } = useTranslation();
  const urls = useServiceUrls(connector);
  const names =
    providerType === 'saml' ? (['entityId', 'assertionConsumerServiceUrl'] as const) : (['callbackUrl'] as const);
  return (
    <FormSection
      title={t('sso-connectors.connection.register')}
      text={t(`sso-connectors.connection.register_text.${providerType}`)}
    >
      {urls.flatMap(({ endpoint, ...values }) =>
        names.map((name) => {
          const label = t(`sso-connectors.connection.urls.${name}`);
          return (
            <CopyField
              key={`${endpoint} ${name}`}
              label={urls.length > 1 ? `${label}: ${new URL(endpoint).host}` : label}
              {...(name === 'entityId' && { description: t('sso-connectors.connection.entity_id_hint') })}
              value={values[name]}
            />
          );
        }),
      )}
    </FormSection>
  );
}

type FieldsProps = {
  connector: Versioned<SsoConnectorDetails>;
  form: ConnectionForm;
  work: ConnectionWork;
  canReveal: boolean;
};
type ConnectionWork = ReturnType<typeof useConnectionForm>;

function OidcFields({ connector, form, work, canReveal }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <FormSection
      title={t('sso-connectors.connection.settings')}
      text={t('sso-connectors.connection.settings_text.oidc')}
    >
      <TextInput
        {...codeInput}
        label={t('sso-connectors.fields.client_id')}
        withAsterisk
        {...form.getInputProps('clientId')}
      />
      <SecretField
        label={t('sso-connectors.fields.client_secret')}
        revealed={work.revealedSecret}
        {...(canReveal && { onReveal: work.reveal })}
        {...form.getInputProps('clientSecret')}
      />
      {hasIssuerField(connector) ? (
        <TextInput
          {...codeInput}
          label={t('sso-connectors.fields.issuer')}
          description={t('sso-connectors.hints.issuer')}
          placeholder="https://id.example.com"
          type="url"
          withAsterisk
          {...form.getInputProps('issuer')}
        />
      ) : (
        <CopyField label={t('sso-connectors.fields.issuer')} value={googleIssuer} />
      )}
      <OidcPreview connector={connector} />
      <Textarea
        {...codeInput}
        label={t('sso-connectors.fields.scope')}
        description={t('sso-connectors.hints.scope')}
        rows={2}
        {...form.getInputProps('scope')}
      />
      {hasTrustField(connector) && (
        <Switch
          label={t('sso-connectors.fields.trust_email')}
          description={t('sso-connectors.hints.trust_email')}
          {...form.getInputProps('trustUnverifiedEmail', { type: 'checkbox' })}
        />
      )}
      {hasOfflineField(connector) && (
        <Switch
          label={t('sso-connectors.fields.offline_access')}
          description={t('sso-connectors.hints.offline_access')}
          {...form.getInputProps('offlineAccess', { type: 'checkbox' })}
        />
      )}
    </FormSection>
  );
}

type Props = {
  connector: Versioned<SsoConnectorDetails>;
  /** On the page of a setup link, which never shows the stored secret. */
  setup?: Setup;
};

export function ConnectionSettings({ connector, setup }: Props) {
  const { t } = useTranslation();
  const work = useConnectionForm(connector);
  const { form } = work;
  return (
    <>
      <ConnectionNotices connector={connector} />
      <TestConnection connector={connector} form={form} isUnsaved={work.changes > 0} {...(setup && { setup })}>
        <EditableForm
          work={work}
          labelOf={(field) => t(`sso-connectors.fields.${labels[field]}`)}
          textOf={(field, { source }) => (field === 'source' ? t(`sso-connectors.sources.${source}`) : undefined)}
        >
          <ServiceUrls connector={connector} />
          {connector.providerType === 'saml' ? (
            <>
              <FormSection
                title={t('sso-connectors.connection.settings')}
                text={t('sso-connectors.connection.settings_text.saml')}
              >
                <SamlSourceFields form={form} />
                <SamlPreview connector={connector} />
              </FormSection>
              <AttributeMapping connector={connector} form={form} />
            </>
          ) : (
            <OidcFields connector={connector} form={form} work={work} canReveal={!setup} />
          )}
        </EditableForm>
      </TestConnection>
    </>
  );
}
