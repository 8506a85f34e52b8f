// URLs to register at the provider of a social connector: one for each domain of the tenant.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { CopyField } from '../../kit/copy-field.tsx';
import type { Facts } from './own-values.ts';
import { domainsQuery } from './query.ts';

type Origin = { endpoint: string; connectorId: string };
export const callbackUrl = ({ endpoint, connectorId }: Origin) => `${endpoint}/callback/${connectorId}`;
/** The assertion consumer service, to which SAML providers post their responses. */
export const acsUrl = ({ endpoint, connectorId }: Origin) => `${endpoint}/api/authn/saml/${connectorId}`;
/** Placeholders of the guides. */
export const guideValues = (origin: Origin) => ({
  callbackUrl: callbackUrl(origin),
  assertionConsumerServiceUrl: acsUrl(origin),
});

/** Native apps receive the response themselves. */
export const hasCallback = ({ type, platform }: Facts) => type === 'Social' && platform !== 'Native';
export const isSaml = ({ factoryId }: Pick<Facts, 'factoryId'>) => factoryId === 'saml';

export function CallbackUrls({ facts, connectorId }: { facts: Facts; connectorId: string }) {
  const { t } = useTranslation();
  const { api, settings } = useServices();
  const { data: domains = [] } = useQuery(domainsQuery(api));
  const active = domains.filter(({ status }) => status === 'Active').map(({ domain }) => `https://${domain}`);
  const urlOf = isSaml(facts) ? acsUrl : callbackUrl;
  const label = t(isSaml(facts) ? 'connectors.setup.acs_url' : 'connectors.setup.callback_url');
  return [...active, settings.tenantEndpoint].map((endpoint, _, all) => (
    <CopyField
      key={endpoint}
      label={all.length > 1 ? `${label}: ${new URL(endpoint).host}` : label}
      value={urlOf({ endpoint, connectorId })}
    />
  ));
}
