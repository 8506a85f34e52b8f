// Finds the field behind a failed step of SAML, from the reason of the error.
import type { SsoTestStepName } from '@tessera/contract/sso-test-steps';
import { SamlError, type SamlReason } from '../saml/saml-error.ts';
import { diagnoseDocument } from './document-diagnosis.ts';
import { metadataField, type SamlSsoConfig } from './saml-config.ts';
import type { SsoDiagnosis, SsoNote } from './sso-trace.ts';

const otherUrl: SsoDiagnosis = { code: 'acs_url_differs', field: 'redirectUri' };
const otherRequest: SsoDiagnosis = { code: 'request_differs' };
const otherCertificate: SsoDiagnosis = { code: 'signature_invalid', field: 'x509Certificate' };
const unreadableAssertion: SsoDiagnosis = { code: 'decryption_failed' };
const unusualAssertion: SsoDiagnosis = { code: 'assertion_unusual' };
const otherTime: SsoDiagnosis = { code: 'clock_differs' };

const byReason: Partial<Record<SamlReason, SsoDiagnosis>> = {
  destination_mismatch: otherUrl,
  recipient_mismatch: otherUrl,
  request_mismatch: otherRequest,
  unsolicited: otherRequest,
  issuer_mismatch: { code: 'issuer_differs', field: 'entityId' },
  signature_missing: { code: 'signature_missing' },
  signature_invalid: otherCertificate,
  signature_reference: { code: 'signature_unusual' },
  signature_algorithm: { code: 'algorithm_not_supported' },
  encryption_key_missing: unreadableAssertion,
  encryption_algorithm: unreadableAssertion,
  decryption_failed: unreadableAssertion,
  audience_mismatch: { code: 'audience_differs', field: 'audience' },
  not_yet_valid: otherTime,
  expired: otherTime,
  subject_confirmation: unusualAssertion,
  condition_unknown: unusualAssertion,
  name_id_missing: { code: 'name_id_missing' },
  name_id_transient: { code: 'name_id_transient', field: 'attributeMapping' },
  attribute_missing: { code: 'attribute_missing', field: 'attributeMapping' },
};

/** The status of a response without an assertion. */
const ofStatus = ({ received = '' }: SamlError): SsoDiagnosis =>
  /:status:(AuthnFailed|RequestDenied)\b/.test(received) ? { code: 'access_denied' } : { code: 'provider_error' };

/** Entity ID and certificate are part of the metadata, unless they were entered. */
const onField = (diagnosis: SsoDiagnosis, config: SamlSsoConfig): SsoDiagnosis => {
  const isPublished = diagnosis.field === 'entityId' || diagnosis.field === 'x509Certificate';
  return isPublished && !('entityId' in config) ? { ...diagnosis, field: metadataField(config) } : diagnosis;
};

export const diagnoseSaml = (
  _: SsoTestStepName,
  error: unknown,
  note: SsoNote,
  config: SamlSsoConfig,
): SsoDiagnosis => {
  if (!(error instanceof SamlError)) return diagnoseDocument(error, note);
  if (error.reason === 'status_failure') return ofStatus(error);
  return onField(byReason[error.reason] ?? { code: 'invalid_response' }, config);
};
