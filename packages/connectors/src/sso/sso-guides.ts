// The connection guides of enterprise identity providers.
import type { SsoProviderName } from '@tessera/contract/sso-connectors';
import { readGuide } from '../guides.ts';

export const ssoGuideNames = {
  OIDC: 'oidc',
  SAML: 'saml',
  AzureAD: 'azure-ad',
  AzureAdOidc: 'azure-ad-oidc',
  GoogleWorkspace: 'google-workspace',
  Okta: 'okta',
} as const satisfies Record<SsoProviderName, string>;

export const readSsoGuide = (provider: SsoProviderName): string =>
  readGuide(`enterprise-sso/${ssoGuideNames[provider]}`);
