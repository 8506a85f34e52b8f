// The addresses of Tessera as identity provider of an application.

/** `base`: the tenant's base URL as requested, or a custom domain. */
export const identityProviderOf = (base: string, id: string) => ({
  entityId: `${base}/saml/${id}`,
  signInUrl: `${base}/api/saml/${id}/authn`,
  startUrl: `${base}/api/saml/${id}/start`,
  logoutUrl: `${base}/api/saml/${id}/logout`,
  callbackUrl: `${base}/api/saml-applications/${id}/callback`,
});
