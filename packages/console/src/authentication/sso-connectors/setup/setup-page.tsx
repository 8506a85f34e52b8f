// The page behind a setup link: the administrator of a company completes one enterprise SSO connector. It consists of
// parts of the connector's own pages, which call the API with the link instead of a session.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { createApi } from '../../../app/api.ts';
import { createDrafts } from '../../../app/drafts.ts';
import { SignedOut } from '../../../app/problem.ts';
import { type Services, ServicesProvider, useServices } from '../../../app/services.tsx';
import { ErrorState } from '../../../kit/error-state.tsx';
import { FormSections } from '../../../kit/form-section.tsx';
import { AppLoader, PageLoader } from '../../../kit/loader.tsx';
import { usePageTitle } from '../../../kit/page-title.ts';
import { ConnectorLogo } from '../../connectors/connector-logo.tsx';
import { logosOf } from '../branding.ts';
import { ConnectionGuide } from '../connection-guide.tsx';
import { DomainVerifications, domainsSection, needsProof } from '../domain-verifications.tsx';
import { GuideButton } from '../guide-button.tsx';
import { ssoConnectorQuery } from '../query.ts';
import { TestedStatusTag } from '../test-connection/tested-status-tag.tsx';
import classes from './sso-setup.module.css';

// The chunks of the connector's own tabs.
const ConnectionSettings = lazy(async () => ({ default: (await import('../connection.tsx')).ConnectionSettings }));
const SetupProvisioning = lazy(async () => ({
  default: (await import('../provisioning/provisioning.tsx')).SetupProvisioning,
}));

const route = getRouteApi('/sso-setup/$id');

const servicesOf = (services: Services, token: string): Services => {
  const { settings, texts } = services;
  const link = { accessToken: async () => token };
  return {
    ...services,
    api: createApi(settings, link, () => texts.i18n.language),
    drafts: createDrafts(settings, { claims: () => ({ sub: 'sso-setup' }) }),
  };
};

export function SetupPage() {
  const services = useServices();
  const { linkToken } = route.useRouteContext();
  const linked = useMemo(() => linkToken && servicesOf(services, linkToken), [services, linkToken]);
  if (!linked) throw new SignedOut();
  return (
    <ServicesProvider value={linked}>
      <Setup />
    </ServicesProvider>
  );
}

const goToDomains = () => document.getElementById(domainsSection)?.focus();

function Setup() {
  const { t } = useTranslation();
  const { api } = useServices();
  const navigate = useNavigate();
  const { id } = route.useParams();
  const { guide, ...search } = route.useSearch();
  const { data: connector, error, refetch } = useQuery(ssoConnectorQuery(api, id));
  usePageTitle(t('sso-setup.title', { name: connector?.connectorName ?? '' }));
  if (!connector) {
    return error ? (
      <main className={classes.page}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </main>
    ) : (
      <AppLoader />
    );
  }
  return (
    <main className={classes.page}>
      <header className={classes.header}>
        <ConnectorLogo connector={logosOf(connector)} size={48} />
        <div className={classes.about}>
          <div className={classes.title}>
            <h1>{t('sso-setup.title', { name: connector.connectorName })}</h1>
            <TestedStatusTag connector={connector} />
          </div>
          <p className={classes.text}>{t('sso-setup.text')}</p>
        </div>
        <GuideButton search={search} />
      </header>
      <Suspense fallback={<PageLoader />}>
        <ConnectionSettings connector={connector} setup={needsProof(connector) ? { onGoToDomains: goToDomains } : {}} />
        <FormSections>
          <DomainVerifications connector={connector} />
        </FormSections>
        <SetupProvisioning id={id} search={search} />
      </Suspense>
      {guide === 'open' && (
        <ConnectionGuide
          connector={connector}
          onClose={() => void navigate({ to: '.', search: search as never, replace: true })}
        />
      )}
    </main>
  );
}
