// Enterprise identity providers with OpenID Connect: the standard, Okta, Entra ID and Google Workspace.

import * as z from 'zod/mini';
import { brandLogos } from '../brand-logos.gen.ts';
import { webUrl } from '../config-fields.ts';
import { issuerIn } from './oidc-document.ts';
import { clientEntries, oidcProvider } from './openid-connect.ts';
import { longestIssuer } from './sso-provider.ts';

const issuer = z.pipe(webUrl.check(z.maxLength(longestIssuer)), z.transform(issuerIn));
const standard = z.object({ ...clientEntries, issuer });
const configuredIssuer = (config: unknown) => (config as { issuer: string }).issuer;

export const oidc = oidcProvider({ name: 'OIDC', ...brandLogos.openid, config: standard, issuer: configuredIssuer });

export const okta = oidcProvider({ name: 'Okta', ...brandLogos.okta, config: standard, issuer: configuredIssuer });

export const entraOidc = oidcProvider({
  name: 'AzureAdOidc',
  ...brandLogos.microsoft,
  config: z.extend(standard, { trustUnverifiedEmail: z.optional(z.boolean()) }),
  issuer: configuredIssuer,
  checksIssuer: false,
  mergesClaims: true,
});

const hasOfflineAccess = (config: unknown) => (config as { offlineAccess?: boolean }).offlineAccess === true;

export const googleWorkspace = oidcProvider({
  name: 'GoogleWorkspace',
  ...brandLogos.google,
  config: z.object({ ...clientEntries, offlineAccess: z.optional(z.boolean()) }),
  issuer: () => 'https://accounts.google.com',
  parameters: (config) => ({
    prompt: hasOfflineAccess(config) ? 'consent select_account' : 'select_account',
    include_granted_scopes: 'true',
    ...(hasOfflineAccess(config) && { access_type: 'offline' }),
  }),
});
