// Dialog to create an enterprise SSO connector: provider, name and email domains.
import { Input, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { ChoiceCard, ChoiceCards } from '../../kit/choice-card.tsx';
import { CreationDialog, useCreationForm } from '../../kit/creation-form.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { useLeaveOverlay } from '../../kit/leave-overlay.ts';
import { PageLoader } from '../../kit/loader.tsx';
import { usePageTitle } from '../../kit/page-title.ts';
import { checkName, withoutGaps } from '../../kit/required-text.ts';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { ConnectorLogo } from '../connectors/connector-logo.tsx';
import { checkDomains, domainsOf } from './domain-rules.ts';
import { DomainsField } from './domains-field.tsx';
import { aboutSsoConnectors, providersQuery, type SsoProvider } from './query.ts';
import classes from './sso-connectors.module.css';

type Values = { providerName: string; connectorName: string; domains: string[]; typedDomain: string };

const nameTaken = 'single_sign_on.duplicate_connector_name';
const standard: readonly string[] = ['OIDC', 'SAML'];

function useCreation() {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useSuccessToast();
  return useMutation({
    mutationFn: ({ providerName, connectorName, ...rest }: Values) =>
      api.management.post('/sso-connectors', {
        body: { providerName, connectorName: connectorName.trim(), domains: domainsOf(rest) },
      }),
    meta: { suppress: [nameTaken] },
    onSuccess: async ({ id, connectorName: name }) => {
      toast(t('sso-connectors.create.done', { name }));
      void queryClient.invalidateQueries({ predicate: aboutSsoConnectors });
      await navigate({
        to: '/enterprise-sso/$id/connection',
        params: { id },
        search: { guide: 'open' },
        replace: true,
      });
    },
  });
}

type CardsProps = {
  legend: string;
  providers: readonly SsoProvider[];
  chosen: string;
  error: string | undefined;
  onChoose: (name: string) => void;
};

function ProviderCards({ legend, providers, chosen, error, onChoose }: CardsProps) {
  return (
    <ChoiceCards legend={legend} {...(error !== undefined && { describedBy: error })}>
      {providers.map((provider) => (
        <ChoiceCard
          key={provider.providerName}
          name="provider"
          icon={<ConnectorLogo connector={provider} size={36} />}
          title={provider.name}
          text={provider.description}
          checked={chosen === provider.providerName}
          aria-invalid={error !== undefined}
          onChange={() => onChoose(provider.providerName)}
          data-path="providerName"
        />
      ))}
    </ChoiceCards>
  );
}

export function Creation() {
  const { t } = useTranslation();
  const { api } = useServices();
  const create = useCreation();
  const errorId = useId();
  const { data: providers, error, refetch } = useQuery(providersQuery(api));
  usePageTitle(t('sso-connectors.create.title'));
  const close = useLeaveOverlay('/enterprise-sso');
  const { form, onSubmit } = useCreationForm<Values>({
    initialValues: { providerName: '', connectorName: '', domains: [], typedDomain: '' },
    validate: (values) =>
      withoutGaps({
        providerName: values.providerName === '' ? t('sso-connectors.create.provider_required') : undefined,
        connectorName: checkName(values.connectorName, 128, t),
        domains: checkDomains(values, t),
      }),
    create,
    taken: { code: nameTaken, field: 'connectorName', text: t('sso-connectors.errors.name_taken') },
  });
  const cards = (legend: string, isStandard: boolean) => (
    <ProviderCards
      legend={legend}
      providers={(providers ?? []).filter(({ providerName }) => standard.includes(providerName) === isStandard)}
      chosen={form.values.providerName}
      error={form.errors.providerName === undefined ? undefined : errorId}
      onChoose={(name) => {
        form.setFieldValue('providerName', name);
        form.clearFieldError('providerName');
      }}
    />
  );
  const content = () => {
    if (!providers) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PageLoader />;
    return (
      <>
        <Input.Error id={errorId} className={classes.problem} role="alert">
          {form.errors.providerName}
        </Input.Error>
        {cards(t('sso-connectors.create.products'), false)}
        {cards(t('sso-connectors.create.standards'), true)}
      </>
    );
  };
  return (
    <CreationDialog
      routed
      size="xl"
      title={t('sso-connectors.create.title')}
      action={t('sso-connectors.create_button')}
      busy={create.isPending}
      onSubmit={onSubmit}
      onClose={close}
    >
      {content()}
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
        description={t('sso-connectors.create.domains_hint')}
        onChange={(domains) => {
          form.setFieldValue('domains', domains);
          form.clearFieldError('domains');
        }}
        onType={(typed) => form.setFieldValue('typedDomain', typed)}
      />
    </CreationDialog>
  );
}
