// The connection guide of a provider, with the URLs of this connector.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { PageLoader } from '../../kit/loader.tsx';
import { SidePanel } from '../../kit/side-panel.tsx';
import { useEndpoints } from '../connectors/endpoints.ts';
import { Readme } from '../connectors/readme.tsx';
import { providersQuery, type SsoConnectorDetails } from './query.ts';
import { serviceUrls } from './service-urls.ts';

type Props = { connector: Pick<SsoConnectorDetails, 'id' | 'name' | 'providerName'>; onClose: () => void };

export function ConnectionGuide({ connector: { id, name, providerName }, onClose }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const [endpoint = ''] = useEndpoints();
  const { data, error, refetch } = useQuery(providersQuery(api));
  const readme = data?.find((provider) => provider.providerName === providerName)?.readme;
  const content = () => {
    if (readme !== undefined) return <Readme connectorId={id} markdown={readme} values={serviceUrls(endpoint, id)} />;
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PageLoader />;
  };
  return (
    <SidePanel onClose={onClose} size={560} title={t('sso-connectors.guide.of', { name })}>
      {content()}
    </SidePanel>
  );
}
