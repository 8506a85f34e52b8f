// The connection guide of a provider, with the URLs of this connector.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { PageLoader } from '../../kit/loader.tsx';
import { SidePanel } from '../../kit/side-panel.tsx';
import { Readme } from '../connectors/readme.tsx';
import { providersQuery, type SsoConnectorDetails } from './query.ts';
import { useServiceUrls } from './service-urls.ts';

type Props = {
  connector: Pick<SsoConnectorDetails, 'id' | 'name' | 'providerName' | 'providerType'>;
  onClose: () => void;
};

export function ConnectionGuide({ connector, onClose }: Props) {
  const { id, name, providerName } = connector;
  const { t } = useTranslation();
  const { api, settings } = useServices();
  const urls = useServiceUrls(connector);
  const { data, error, refetch } = useQuery(providersQuery(api));
  const readme = data?.find((provider) => provider.providerName === providerName)?.readme;
  const values = {
    callbackUrl: urls.map(({ callbackUrl }) => callbackUrl),
    assertionConsumerServiceUrl: urls.map(({ assertionConsumerServiceUrl }) => assertionConsumerServiceUrl),
    entityId: urls.map(({ entityId }) => entityId),
    scimBaseUrl: [`${settings.tenantEndpoint}/api/scim/${id}/v2`],
  };
  const content = () => {
    if (readme !== undefined) return <Readme connectorId={id} markdown={readme} values={values} />;
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PageLoader />;
  };
  return (
    <SidePanel onClose={onClose} size={560} title={t('sso-connectors.guide.of', { name })}>
      {content()}
    </SidePanel>
  );
}
