// The supported types of enterprise identity providers.
import type { SsoProviderName } from '@tessera/contract/sso-connectors';
import { entraOidc, googleWorkspace, oidc, okta } from './oidc-family.ts';
import { entraSaml, saml } from './saml-family.ts';
import type { SsoProvider } from './sso-provider.ts';

const providers: Readonly<Record<SsoProviderName, SsoProvider>> = {
  OIDC: oidc,
  SAML: saml,
  AzureAD: entraSaml,
  AzureAdOidc: entraOidc,
  GoogleWorkspace: googleWorkspace,
  Okta: okta,
};

export const allSsoProviders: readonly SsoProvider[] = Object.values(providers);

export const ssoProvider = (name: string): SsoProvider | undefined =>
  Object.hasOwn(providers, name) ? providers[name as SsoProviderName] : undefined;
