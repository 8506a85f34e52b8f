// Experience tab of an enterprise SSO connector: who is routed to it, and what users see.
import { Switch, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { useDetailsForm } from '../../kit/details-form.ts';
import { EditableForm } from '../../kit/editable-form.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import { ImageField } from '../../kit/image-field.tsx';
import { Notice } from '../../kit/notice.tsx';
import { useTokenLossReview } from '../connectors/token-loss.tsx';
import { experienceQuery } from '../sign-in-experience/query.ts';
import { DomainVerifications } from './domain-verifications.tsx';
import { DomainsField } from './domains-field.tsx';
import { bodyOf, checkExperience, type ExperienceValues, valuesOf } from './experience-values.ts';
import { aboutSsoConnectors, type SsoConnectorDetails, ssoConnectorQuery } from './query.ts';

const route = getRouteApi('/signed-in/layout/enterprise-sso/$id');

const labels = {
  connectorName: 'sso-connectors.name',
  domains: 'sso-connectors.domains',
  typedDomain: 'sso-connectors.domains',
  displayName: 'sso-connectors.experience.display_name',
  logo: 'sso-connectors.experience.logo',
  darkLogo: 'sso-connectors.experience.dark_logo',
  syncProfile: 'sso-connectors.experience.sync',
  enableTokenStorage: 'sso-connectors.experience.tokens',
} as const satisfies Record<keyof ExperienceValues, string>;

export function ConnectorExperience() {
  const { api } = useServices();
  const { id } = route.useParams();
  const { data } = useQuery(ssoConnectorQuery(api, id));
  return data ? <Form key={id} connector={data} /> : null;
}

function useExperienceForm(connector: Versioned<SsoConnectorDetails>) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const params = { id: connector.id };
  const owner = { ssoConnectorId: connector.id };
  const review = useTokenLossReview<ExperienceValues>(owner, connector.connectorName, ({ enableTokenStorage }) => ({
    keepsTokens: enableTokenStorage,
    config: connector.config,
  }));
  return useDetailsForm<SsoConnectorDetails, ExperienceValues>({
    review,
    entity: connector,
    valuesOf,
    validate: (values) => checkExperience(values, t),
    read: () => api.management.get('/sso-connectors/:id', { params }),
    write: ({ etag }, values) =>
      api.management.patch('/sso-connectors/:id', { params, body: bodyOf(connector, values), etag }),
    onNewVersion: (saved) => {
      queryClient.setQueryData(ssoConnectorQuery(api, connector.id).queryKey, saved);
      void queryClient.invalidateQueries({ predicate: aboutSsoConnectors });
    },
    fieldOf: ({ path }) => path.map(String).find((part) => part in labels),
    refusals: {
      'single_sign_on.duplicate_connector_name': {
        field: 'connectorName',
        text: t('sso-connectors.errors.name_taken'),
      },
      'single_sign_on.duplicated_domains': { field: 'domains' },
      'single_sign_on.forbidden_domains': { field: 'domains' },
      'single_sign_on.invalid_domain_format': { field: 'domains' },
      'request.feature_not_supported': { field: 'enableTokenStorage' },
    },
  });
}

type Fields = { form: ReturnType<typeof useExperienceForm>['form']; connector: SsoConnectorDetails };

function Routing({ form, connector }: Fields) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data: experience } = useQuery({ ...experienceQuery(api), meta: { silent: true } });
  return (
    <FormSection title={t('sso-connectors.experience.routing')} text={t('sso-connectors.experience.routing_text')}>
      <TextInput
        label={t('sso-connectors.name')}
        description={t('sso-connectors.create.name_hint')}
        withAsterisk
        dir="auto"
        autoComplete="off"
        {...form.getInputProps('connectorName')}
      />
      <DomainsField
        domains={form.values.domains}
        typedDomain={form.values.typedDomain}
        error={form.errors.domains}
        description={t('sso-connectors.experience.domains_hint')}
        onChange={(domains) => {
          form.setFieldValue('domains', domains);
          form.clearFieldError('domains');
        }}
        onType={(typed) => form.setFieldValue('typedDomain', typed)}
      />
      {connector.domains.length === 0 && <Notice>{t('sso-connectors.notices.no_domains')}</Notice>}
      {experience?.singleSignOnEnabled === false && (
        <Notice
          severity="warning"
          actions={<Link to="/sign-in-experience/sign-up-and-sign-in">{t('sso-connectors.off.link')}</Link>}
        >
          {t('sso-connectors.off.text')}
        </Notice>
      )}
    </FormSection>
  );
}

function Branding({ form, connector }: Fields) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data: experience } = useQuery({ ...experienceQuery(api), meta: { silent: true } });
  const { isDarkModeEnabled } = experience?.color ?? { isDarkModeEnabled: false };
  const image = (field: 'logo' | 'darkLogo') => (
    <ImageField
      label={t(labels[field])}
      value={form.values[field]}
      error={form.errors[field]}
      onChange={(address) => form.setFieldValue(field, address)}
      onBlur={() => void form.validateField(field)}
      data-path={field}
    />
  );
  return (
    <FormSection title={t('sso-connectors.experience.branding')} text={t('sso-connectors.experience.branding_text')}>
      <TextInput
        label={t('sso-connectors.experience.display_name')}
        description={t('sso-connectors.experience.display_name_hint')}
        placeholder={connector.name}
        dir="auto"
        autoComplete="off"
        {...form.getInputProps('displayName')}
      />
      {image('logo')}
      {/* A stored one can be removed, whether or not it is used. */}
      {(isDarkModeEnabled || connector.branding.darkLogo !== undefined) && image('darkLogo')}
    </FormSection>
  );
}

function Behavior({ form, connector }: Fields) {
  const { t } = useTranslation();
  return (
    <FormSection title={t('sso-connectors.experience.behavior')} text={t('sso-connectors.experience.behavior_text')}>
      <Switch
        label={t('sso-connectors.experience.sync')}
        description={t('sso-connectors.experience.sync_hint')}
        {...form.getInputProps('syncProfile', { type: 'checkbox' })}
      />
      {connector.providerType === 'oidc' && (
        <Switch
          label={t('sso-connectors.experience.tokens')}
          description={t('sso-connectors.experience.tokens_hint')}
          {...form.getInputProps('enableTokenStorage', { type: 'checkbox' })}
        />
      )}
      <p>
        {t('sso-connectors.experience.jit')} <Link to="/organizations">{t('sso-connectors.experience.jit_link')}</Link>
      </p>
    </FormSection>
  );
}

function Form({ connector }: { connector: Versioned<SsoConnectorDetails> }) {
  const { t } = useTranslation();
  const work = useExperienceForm(connector);
  const fields = { form: work.form, connector };
  return (
    <EditableForm work={work} labelOf={(field) => t(labels[field])}>
      <Routing {...fields} />
      <DomainVerifications connector={connector} />
      <Branding {...fields} />
      <Behavior {...fields} />
    </EditableForm>
  );
}
