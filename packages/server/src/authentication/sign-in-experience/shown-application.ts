// The application that a user signs in to, as its pages show it, with a way back to it.
import type { PublicSignInExperience } from '@tessera/contract/sign-in-experience';
import type { KnownApplication } from '../../authorization/oidc/applications-as-clients.ts';

const isWeb = (uri: string) => /^https?:/.test(uri);
const isSecure = (uri: string) => uri.startsWith('https:');

/** A registered page where users land without a session, otherwise the site of a redirect URI. */
const homeOf = ({ client, type }: KnownApplication): string | undefined => {
  // Its redirect URI is ours.
  if (type === 'SAML') return undefined;
  const redirectUris = client.redirect_uris ?? [];
  const signedOut = (client.post_logout_redirect_uris ?? []).filter(isWeb);
  const sites = redirectUris
    .filter(isWeb)
    .flatMap((uri) => URL.parse(uri)?.origin ?? [])
    .map((origin) => `${origin}/`);
  const [native] = redirectUris;
  return (
    signedOut.find(isSecure) ??
    signedOut[0] ??
    sites.find(isSecure) ??
    sites[0] ??
    // Native apps end their browser session at this response.
    (native && `${native}${native.includes('?') ? '&' : '?'}error=access_denied`)
  );
};

export const shownApplication = (application: KnownApplication): NonNullable<PublicSignInExperience['application']> => {
  const homeUrl = homeOf(application);
  return { name: application.name, isThirdParty: application.isThirdParty, ...(homeUrl && { homeUrl }) };
};
