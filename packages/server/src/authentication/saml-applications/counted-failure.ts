// What the health of a SAML application says about a refused request.
import type { ApplicationFailure } from '@tessera/contract/application-failures';
import type { ErrorCode } from '@tessera/contract/errors';
import { RequestError } from '../../infrastructure/http/request-error.ts';

/** Others are those of a browser that came back too late, or of our own. */
const reasons: Partial<Record<ErrorCode, ApplicationFailure>> = {
  'application.saml.acs_index_unknown': 'saml_acs_index_unknown',
  'application.saml.acs_url_mismatch': 'saml_acs_url_not_registered',
  'application.saml.acs_url_required': 'saml_not_set_up',
  'application.saml.auth_request_issuer_not_match': 'saml_issuer_wrong',
  'application.saml.destination_mismatch': 'saml_destination_wrong',
  'application.saml.email_address_unverified': 'saml_email_missing',
  'application.saml.entity_id_required': 'saml_not_set_up',
  'application.saml.invalid_saml_request': 'request_invalid',
  'application.saml.missing_email_address': 'saml_email_missing',
  'application.saml.no_active_secret': 'saml_not_set_up',
  'application.saml.request_signature_invalid': 'saml_signature_invalid',
  'application.saml.unsupported_name_id_format': 'saml_name_id_format_unsupported',
};

export const countedFailure = (error: unknown): { outcome: ApplicationFailure; detail: string } | undefined => {
  if (!(error instanceof RequestError)) return undefined;
  const outcome = reasons[error.code];
  const detail = (error.extras.reason ?? '').replace(/^received /, '');
  return outcome && { outcome, detail };
};
