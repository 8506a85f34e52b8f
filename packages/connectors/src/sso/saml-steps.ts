// The steps of a SAML sign-in, as a connection test shows them. The reader checks a response as a whole; the reason of an
// error tells the step.
import type { Identity } from '../saml/assertion.ts';
import { SamlError, type SamlReason } from '../saml/saml-error.ts';
import type { SsoConnection } from './sso-provider.ts';
import type { SsoNote, SsoTrace } from './sso-trace.ts';

type Step = 'response' | 'signature' | 'audience' | 'clock' | 'attributes';

/** Others are about the response itself. Its destination and request are compared before its signature. */
const stepByReason: Partial<Record<SamlReason, Step>> = {
  issuer_mismatch: 'signature',
  signature_missing: 'signature',
  signature_invalid: 'signature',
  signature_algorithm: 'signature',
  signature_reference: 'signature',
  encryption_key_missing: 'signature',
  encryption_algorithm: 'signature',
  decryption_failed: 'signature',
  recipient_mismatch: 'audience',
  audience_mismatch: 'audience',
  subject_confirmation: 'audience',
  condition_unknown: 'audience',
  not_yet_valid: 'clock',
  expired: 'clock',
  name_id_missing: 'attributes',
  name_id_transient: 'attributes',
  attribute_missing: 'attributes',
};

const stepOf = (error: unknown): Step =>
  (error instanceof SamlError ? stepByReason[error.reason] : undefined) ?? 'response';

/** In order. The time of an assertion may be compared before its audience. */
const stepsUntil = (failed: Step | undefined): readonly Step[] => {
  if (failed === 'clock') return ['response', 'signature', 'clock'];
  const checks: Step[] = ['response', 'signature', 'audience', 'clock'];
  return failed === 'attributes' ? [...checks, failed] : checks;
};

const unnamed: readonly SamlReason[] = ['subject_confirmation', 'condition_unknown'];

const noteOf = (error: unknown): SsoNote => {
  if (!(error instanceof SamlError)) return {};
  const { reason, expected, received } = error;
  // Nothing else names the cause.
  const isShown = stepOf(error) === 'response' ? received : unnamed.includes(reason);
  return {
    facts: { ...(expected && { expected }), ...(received && { received }) },
    ...(isShown && { body: [reason, received].filter(Boolean).join(': ') }),
  };
};

/** Throws the error of the reader in its step. */
export const traceReading = async (
  reading: Promise<Identity>,
  { document, serviceProvider }: Pick<SsoConnection, 'document' | 'serviceProvider'>,
  trace: SsoTrace,
): Promise<Identity> => {
  const [read] = await Promise.allSettled([reading]);
  const error: unknown = read.status === 'rejected' ? read.reason : undefined;
  const failed = read.status === 'rejected' ? stepOf(error) : undefined;
  const facts: Partial<Record<Step, SsoNote['facts']>> = {
    signature: { issuer: String(document.entityId) },
    audience: { audience: serviceProvider.entityId },
  };
  // A response shows that the provider has accepted the request.
  await trace('redirect', () => {});
  for (const step of stepsUntil(failed)) {
    await trace(step, (note) => {
      if (step === failed) {
        note(noteOf(error));
        throw error;
      }
      note({ facts: facts[step] ?? {} });
    });
  }
  return reading;
};

export const traceAttributes = <T>(map: () => T, trace: SsoTrace): Promise<T> =>
  trace('attributes', (note) => {
    try {
      return map();
    } catch (error) {
      note(noteOf(error));
      throw error;
    }
  });
