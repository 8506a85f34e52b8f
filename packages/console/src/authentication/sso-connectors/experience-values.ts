// Form values of the experience tab: name, email domains, branding and behavior.
import { isWebUrl } from '@tessera/contract/web-url';
import type { TFunction } from 'i18next';
import { checkLength, checkName, withoutGaps } from '../../kit/required-text.ts';
import { brandingOf } from './branding.ts';
import { checkDomains, domainsOf } from './domain-rules.ts';
import type { SsoConnectorDetails } from './query.ts';

export type ExperienceValues = {
  connectorName: string;
  domains: string[];
  /** Typed but not added yet; included when saving. */
  typedDomain: string;
  displayName: string;
  logo: string;
  darkLogo: string;
  syncProfile: boolean;
  enableTokenStorage: boolean;
};

export const valuesOf = (connector: SsoConnectorDetails): ExperienceValues => ({
  connectorName: connector.connectorName,
  domains: connector.domains,
  typedDomain: '',
  ...brandingOf(connector),
  syncProfile: connector.syncProfile,
  enableTokenStorage: connector.enableTokenStorage,
});

const checkImage = (address: string, t: TFunction) => {
  const text = address.trim();
  return text === '' || isWebUrl(text) ? undefined : t('sso-connectors.errors.url');
};

export const checkExperience = (values: ExperienceValues, t: TFunction): Record<string, string> =>
  withoutGaps({
    connectorName: checkName(values.connectorName, 128, t),
    domains: checkDomains(values, t),
    displayName: checkLength(values.displayName, 128, t),
    logo: checkImage(values.logo, t),
    darkLogo: checkImage(values.darkLogo, t),
  });

/** The body of PATCH. The branding is replaced as a whole, so empty values are left out. */
export const bodyOf = ({ providerType }: Pick<SsoConnectorDetails, 'providerType'>, values: ExperienceValues) => {
  const [displayName, logo, darkLogo] = [values.displayName.trim(), values.logo.trim(), values.darkLogo.trim()];
  return {
    connectorName: values.connectorName.trim(),
    domains: domainsOf(values),
    branding: { ...(displayName && { displayName }), ...(logo && { logo }), ...(darkLogo && { darkLogo }) },
    syncProfile: values.syncProfile,
    ...(providerType === 'oidc' && { enableTokenStorage: values.enableTokenStorage }),
  };
};
