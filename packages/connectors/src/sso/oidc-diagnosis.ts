// Finds the field behind a failed step of OpenID Connect, from the error codes of the standard and the claims that differ.
import type { SsoTestStepName } from '@tessera/contract/sso-test-steps';
import { errors } from 'jose';
import { ConnectorError } from '../connector.ts';
import { diagnoseDocument } from './document-diagnosis.ts';
import type { SsoDiagnosis, SsoNote } from './sso-trace.ts';

const responseIn = ({ body = '' }: SsoNote): { error: string; description: string } => {
  try {
    const { error, error_description: description } = JSON.parse(body) as Record<string, unknown>;
    return { error: String(error ?? ''), description: String(description ?? '') };
  } catch {
    return { error: '', description: body };
  }
};

const rejectedSecret: SsoDiagnosis = { code: 'client_secret_rejected', field: 'clientSecret' };
const byError: Record<string, SsoDiagnosis> = {
  invalid_client: rejectedSecret,
  unauthorized_client: { code: 'client_not_allowed', field: 'clientId' },
  invalid_scope: { code: 'scope_rejected', field: 'scope' },
  redirect_uri_mismatch: { code: 'redirect_uri_rejected', field: 'redirectUri' },
  invalid_grant: { code: 'code_rejected', field: 'redirectUri' },
  access_denied: { code: 'access_denied' },
};

const byResponse = (note: SsoNote): SsoDiagnosis | undefined => {
  const { error, description } = responseIn(note);
  // Several providers report it as `invalid_request` or `invalid_grant`.
  if (/redirect[_ -]?ur[il]/i.test(description)) return byError.redirect_uri_mismatch;
  return Object.hasOwn(byError, error) ? byError[error] : undefined;
};

const byClaim: Record<string, SsoDiagnosis> = {
  iss: { code: 'issuer_differs', field: 'issuer' },
  aud: { code: 'audience_differs', field: 'clientId' },
  exp: { code: 'clock_differs' },
  iat: { code: 'clock_differs' },
  nbf: { code: 'clock_differs' },
  nonce: { code: 'nonce_missing' },
};

const ofIdToken = ({ cause }: Error): SsoDiagnosis => {
  if (cause instanceof errors.JWTClaimValidationFailed || cause instanceof errors.JWTExpired)
    return byClaim[cause.claim] ?? { code: 'token_invalid' };
  if (cause instanceof errors.JOSEAlgNotAllowed) return { code: 'algorithm_not_supported' };
  const isSignature =
    cause instanceof errors.JWKSNoMatchingKey ||
    cause instanceof errors.JWKSMultipleMatchingKeys ||
    cause instanceof errors.JWSSignatureVerificationFailed;
  return isSignature ? { code: 'signature_invalid', field: 'issuer' } : { code: 'token_invalid' };
};

const ofToken = (error: Error, note: SsoNote): SsoDiagnosis => {
  if (note.status === 200) return { code: 'no_id_token' };
  const refused = note.status === 401 ? rejectedSecret : undefined;
  return byResponse(note) ?? refused ?? diagnoseDocument(error, note);
};

const ofAttributes = (error: Error, { url }: SsoNote): SsoDiagnosis => {
  if (error instanceof ConnectorError && error.code === 'authorization_failed') return { code: 'subject_differs' };
  return { code: url === undefined ? 'invalid_response' : 'userinfo_failed' };
};

export const diagnoseOidc = (step: SsoTestStepName, error: unknown, note: SsoNote): SsoDiagnosis => {
  if (!(error instanceof Error)) return { code: 'provider_error' };
  switch (step) {
    case 'redirect':
    case 'sign_in':
      return byResponse(note) ?? diagnoseDocument(error, note);
    case 'token':
      return ofToken(error, note);
    case 'id_token':
      return ofIdToken(error);
    case 'attributes':
      return ofAttributes(error, note);
    default:
      return diagnoseDocument(error, note);
  }
};
