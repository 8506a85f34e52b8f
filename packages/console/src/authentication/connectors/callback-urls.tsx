// URLs to register at the provider of a social connector: one for each domain of the tenant.
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../kit/copy-field.tsx';
import { useEndpoints } from './endpoints.ts';
import type { GuideValues } from './guide-values.ts';
import type { Facts } from './own-values.ts';

type Origin = { endpoint: string; connectorId: string };
export const callbackUrl = ({ endpoint, connectorId }: Origin) => `${endpoint}/callback/${connectorId}`;
/** The assertion consumer service, to which SAML providers post their responses. */
export const acsUrl = ({ endpoint, connectorId }: Origin) => `${endpoint}/api/authn/saml/${connectorId}`;
/** Placeholders of the guides; a value for each domain. */
export const useGuideValues = (connectorId: string): GuideValues => {
  const endpoints = useEndpoints();
  const each = (one: (endpoint: string) => string) => [...new Set(endpoints.map(one))];
  return {
    callbackUrl: each((endpoint) => callbackUrl({ endpoint, connectorId })),
    assertionConsumerServiceUrl: each((endpoint) => acsUrl({ endpoint, connectorId })),
    origin: each((endpoint) => new URL(endpoint).origin),
    domain: each((endpoint) => new URL(endpoint).hostname),
  };
};

/** Native apps receive the response themselves. */
export const hasCallback = ({ type, platform }: Facts) => type === 'Social' && platform !== 'Native';
export const isSaml = ({ factoryId }: Pick<Facts, 'factoryId'>) => factoryId === 'saml';

export function CallbackUrls({ facts, connectorId }: { facts: Facts; connectorId: string }) {
  const { t } = useTranslation();
  const endpoints = useEndpoints();
  const urlOf = isSaml(facts) ? acsUrl : callbackUrl;
  const label = t(isSaml(facts) ? 'connectors.setup.acs_url' : 'connectors.setup.callback_url');
  return endpoints.map((endpoint) => (
    <CopyField
      key={endpoint}
      label={endpoints.length > 1 ? `${label}: ${new URL(endpoint).host}` : label}
      value={urlOf({ endpoint, connectorId })}
    />
  ));
}
