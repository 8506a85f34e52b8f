// How a verification code is refused, wherever one is checked.
import type { ErrorCode } from '../errors.ts';

export const codeErrors = [
  'session.verification_blocked_too_many_attempts',
  'verification_code.not_found',
  'verification_code.expired',
  'verification_code.exceed_max_try',
  'verification_code.code_mismatch',
  'verification_code.email_mismatch',
  'verification_code.phone_mismatch',
] as const satisfies ErrorCode[];
