// Where an administrator can repair the cause of failed requests.
import type { ApplicationFailure } from '@tessera/contract/application-failures';
import type { Application, ApplicationType } from '@tessera/contract/applications';

/** Sections of the settings. Other causes are in the code of the application. */
const sections: Partial<Record<ApplicationFailure, string>> = {
  redirect_uri_not_registered: 'redirect-uris',
  origin_not_allowed: 'redirect-uris',
  pushed_request_required: 'redirect-uris',
  grant_not_allowed: 'grants',
  secret_wrong: 'credentials',
  secret_expired: 'credentials',
  client_authentication_wrong: 'credentials',
  dpop_proof_invalid: 'tokens',
  site_unreachable: 'site',
  site_timeout: 'site',
  site_not_allowed: 'site',
};

/** Those of a SAML application. */
const samlSections: Partial<Record<ApplicationFailure, string>> = {
  saml_not_set_up: 'service-provider',
  saml_issuer_wrong: 'service-provider',
  saml_acs_url_not_registered: 'service-provider',
  saml_acs_index_unknown: 'service-provider',
  saml_signature_invalid: 'service-provider',
  saml_destination_wrong: 'identity-provider',
  saml_name_id_format_unsupported: 'assertions',
  saml_email_missing: 'assertions',
};

/** These applications have other settings. */
const missing: Partial<Record<ApplicationType, readonly string[]>> = {
  MachineToMachine: ['redirect-uris', 'grants', 'site'],
  Protected: ['redirect-uris', 'grants', 'tokens'],
};

/** The section of the settings, or the tab with the permissions of a third-party application. */
export const sectionOf = (
  reason: ApplicationFailure,
  { isThirdParty, type }: Pick<Application, 'isThirdParty' | 'type'>,
): string | undefined => {
  if (reason === 'scope_not_allowed') return isThirdParty ? 'permissions' : undefined;
  if (type === 'SAML') return samlSections[reason];
  const section = sections[reason];
  return section !== undefined && missing[type]?.includes(section) ? undefined : section;
};
