// State of an enterprise SSO connector: whether it signs users in, and what keeps it from doing so.
import type { SsoConnectorDetails } from './query.ts';

export type Status =
  | 'active'
  | 'not_connected'
  | 'no_domains'
  | 'unverified'
  | 'certificate_expired'
  | 'certificate_expires_soon'
  | 'unreachable';

type Facts = Pick<
  SsoConnectorDetails,
  'providerType' | 'providerConfig' | 'providerStatus' | 'domains' | 'domainVerifications'
>;

/** There is something to test; a SAML connector describes the service provider before. */
export const isConfigured = ({ config }: Pick<SsoConnectorDetails, 'config'>): boolean =>
  Object.keys(config).length > 0;

/** The identity provider is known: its endpoints or its metadata have been read. */
export const isConnected = ({ providerConfig }: Pick<Facts, 'providerConfig'>): boolean => {
  if (!providerConfig) return false;
  return 'serviceProvider' in providerConfig ? providerConfig.identityProvider !== undefined : true;
};

/** The most serious one; domains route users only once they are verified. */
export const statusOf = (connector: Facts): Status => {
  const { providerStatus, domains, domainVerifications } = connector;
  const { warnings } = providerStatus;
  if (!isConnected(connector)) return 'not_connected';
  if (warnings.includes('certificate_expired')) return 'certificate_expired';
  if (warnings.includes('unreachable')) return 'unreachable';
  if (domains.length === 0) return 'no_domains';
  if (domainVerifications.some(({ status }) => status === 'Pending')) return 'unverified';
  return warnings.includes('certificate_expires_soon') ? 'certificate_expires_soon' : 'active';
};

export const severities = {
  active: 'success',
  not_connected: 'neutral',
  no_domains: 'neutral',
  unverified: 'warning',
  certificate_expired: 'error',
  certificate_expires_soon: 'warning',
  unreachable: 'warning',
} as const satisfies Record<Status, string>;
