// Problems of a connection test that are found here rather than at the provider: the decision about the user, and values
// that a sign-in would not trust.
import type { SsoProvider } from '@tessera/connectors/sso/sso-provider';
import type { SsoDiagnosis, SsoNote } from '@tessera/connectors/sso/sso-trace';
import type { JsonObject } from '@tessera/contract/fields';
import type { SsoTestProblem, SsoTestStepName } from '@tessera/contract/sso-test-steps';
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { domainOf, type KnownElsewhere } from '../connectors/trusted-identity.ts';
import { otherIdentifier } from '../experience/sso-decision.ts';

const byCode: Record<string, SsoTestProblem> = {
  'user.suspended': 'user_suspended',
  'session.email_blocklist.email_not_allowed': 'email_blocked',
  'session.email_blocklist.email_subaddressing_not_allowed': 'email_blocked',
  'session.email_blocklist.disposable_email_validation_failed': 'email_blocked',
};

const diagnoseDecision = (error: unknown, signInMode: string, { type }: SsoProvider): SsoDiagnosis => {
  const { code = '', extras = {} } = error instanceof RequestError ? error : {};
  if (extras.reason === otherIdentifier) {
    return { code: 'identity_differs', ...(type === 'saml' && { field: 'attributeMapping' }) };
  }
  if (code === 'auth.forbidden') return { code: signInMode === 'SignIn' ? 'sign_in_only' : 'registration_only' };
  return { code: byCode[code] ?? 'refused' };
};

export type Diagnose = (...failure: [step: SsoTestStepName, error: unknown, note: SsoNote]) => SsoDiagnosis;

export const createDiagnosis =
  (provider: SsoProvider, config: JsonObject, signInMode: string): Diagnose =>
  (step, error, note) => {
    if (step === 'user') return diagnoseDecision(error, signInMode, provider);
    return error instanceof RequestError ? { code: 'invalid_response' } : provider.diagnose(step, error, note, config);
  };

/** Users are only linked by a trusted email, and new ones have none otherwise. */
export const emailProblem = (
  { name, type }: Pick<SsoProvider, 'name' | 'type'>,
  { email, unverifiedEmail }: KnownElsewhere,
  { domains, isSharedIssuer }: { domains: readonly string[]; isSharedIssuer: boolean },
): SsoDiagnosis | undefined => {
  if (email) return undefined;
  if (!unverifiedEmail) return { code: 'email_missing', ...(type === 'saml' && { field: 'attributeMapping' }) };
  if (!domains.includes(domainOf(unverifiedEmail))) return { code: 'email_of_other_domain', field: 'domains' };
  if (name !== 'AzureAdOidc') return { code: 'email_not_verified' };
  if (isSharedIssuer) return { code: 'issuer_shared', field: 'issuer' };
  return { code: 'email_not_verified', field: 'trustUnverifiedEmail' };
};

export const experienceOf = ({ services, tenantId }: Pick<Context, 'services' | 'tenantId'>) =>
  services.signInExperiences.of(tenantId);
