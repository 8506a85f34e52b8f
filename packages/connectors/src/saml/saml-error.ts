// Why a SAML response or its metadata is rejected, with the setting that an administrator has to compare.

/** The setting to look at first, here or at the identity provider. */
const settings = {
  response_too_large: 'response',
  response_unreadable: 'response',
  response_malformed: 'response',
  doctype_forbidden: 'response',
  status_failure: 'identity provider',
  assertion_count: 'response',
  issuer_mismatch: 'entityId',
  destination_mismatch: 'assertionConsumerServiceUrl',
  recipient_mismatch: 'assertionConsumerServiceUrl',
  audience_mismatch: 'audience',
  request_mismatch: 'request',
  unsolicited: 'idpInitiatedAuthConfig',
  signature_missing: 'signature',
  signature_invalid: 'x509Certificate',
  signature_algorithm: 'signature algorithm',
  signature_reference: 'signature',
  encryption_key_missing: 'encryption certificate',
  encryption_algorithm: 'encryption algorithm',
  decryption_failed: 'encryption certificate',
  not_yet_valid: 'clock',
  expired: 'clock',
  subject_confirmation: 'subject confirmation',
  condition_unknown: 'conditions',
  name_id_missing: 'nameID',
  name_id_transient: 'attributeMapping',
  attribute_missing: 'attributeMapping',
  metadata_malformed: 'metadata',
  metadata_expired: 'metadata',
  entity_id_missing: 'entityId',
  sign_in_endpoint_missing: 'signInEndpoint',
  certificate_missing: 'x509Certificate',
  certificate_invalid: 'x509Certificate',
} as const;
export type SamlReason = keyof typeof settings;

export class SamlError extends Error {
  readonly reason: SamlReason;
  readonly setting: string;
  readonly expected: string | undefined;
  readonly received: string | undefined;
  constructor(
    reason: SamlReason,
    { expected, received, cause }: { expected?: string; received?: string; cause?: unknown } = {},
  ) {
    const compared = [expected && `expected ${expected}`, received && `received ${received.slice(0, 256)}`];
    super([reason, compared.filter(Boolean).join(', ')].filter(Boolean).join(': '), { cause });
    this.reason = reason;
    this.setting = settings[reason];
    this.expected = expected;
    this.received = received?.slice(0, 256);
  }
}
