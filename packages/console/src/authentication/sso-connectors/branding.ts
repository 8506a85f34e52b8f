// What users see of an enterprise SSO connector: its own branding, or that of its provider.
import type { SsoConnectorDetails } from './query.ts';

type Connector = Pick<SsoConnectorDetails, 'branding' | 'providerLogo' | 'providerLogoDark'>;

const textIn = (value: unknown) => (typeof value === 'string' ? value : '');

export const brandingOf = ({ branding }: Pick<SsoConnectorDetails, 'branding'>) => ({
  displayName: textIn(branding.displayName),
  logo: textIn(branding.logo),
  darkLogo: textIn(branding.darkLogo),
});

/** A missing logo is replaced by the one of the other color scheme. */
export const logosOf = (connector: Connector) => {
  const { logo, darkLogo } = brandingOf(connector);
  return {
    logo: logo || darkLogo || connector.providerLogo,
    logoDark: darkLogo || logo || connector.providerLogoDark,
  };
};
