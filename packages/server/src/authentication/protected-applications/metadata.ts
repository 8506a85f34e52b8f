// Stored settings of protected applications, and the URIs that follow from them.
import type { OidcClientMetadata } from '@tessera/contract/applications';
import { gatewayPaths } from '@tessera/contract/gateway-paths';
import type { CustomDomain, ProtectedAppMetadata } from '@tessera/contract/protected-app-metadata';
import type { Addresses } from '../../addresses.ts';
import { problemText } from '../../platform/domains/domain-status.ts';

/** `errorMessage`: a code, see platform/domains/domain-status.ts. */
export type StoredDomain = Omit<CustomDomain, 'cloudflareData'>;
export type StoredMetadata = Omit<ProtectedAppMetadata, 'customDomains'> & { customDomains?: StoredDomain[] };

export const callbackOf = (base: string) => `${base}${gatewayPaths.callback}`;

/** Derived from where the hosts are served, so that moving the server needs no change of the applications. */
export const urisOf = (
  { onDomain }: Pick<Addresses, 'onDomain'>,
  { host, customDomains = [] }: Pick<StoredMetadata, 'host' | 'customDomains'>,
): Pick<OidcClientMetadata, 'redirectUris' | 'postLogoutRedirectUris'> => {
  const bases = [host, ...customDomains.map(({ domain }) => domain)].map(onDomain);
  return { redirectUris: bases.map(callbackOf), postLogoutRedirectUris: bases };
};

export const describeDomain = (stored: StoredDomain, languages: readonly string[]): CustomDomain => ({
  ...stored,
  errorMessage: problemText(stored, languages),
  cloudflareData: null,
});

export const describeMetadata = (
  { customDomains, ...stored }: StoredMetadata,
  languages: readonly string[],
): ProtectedAppMetadata => ({
  ...stored,
  ...(customDomains && { customDomains: customDomains.map((one) => describeDomain(one, languages)) }),
});
