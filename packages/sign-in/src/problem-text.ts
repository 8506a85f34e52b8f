// The text of a problem for end users. The server also explains problems to administrators and developers.
import type { Problem } from './api.ts';
import type { TextKey, Translate } from './app-context.ts';

const forUsers = /^(user|session|password|verification_code|one_time_token)\.|^request\.rate_limited$/;

/** Problems at a social provider that the user can solve. */
const atProvider: Record<string, TextKey> = {
  'connector.authorization_failed': 'elsewhere.declined',
  'connector.social_auth_code_invalid': 'elsewhere.expired',
  'connector.social_invalid_id_token': 'elsewhere.expired',
};

/** Only the administrators of the company can solve a problem with its identity provider. */
export const isSsoProblem = ({ code, path }: Pick<Problem, 'code' | 'path'>): boolean =>
  code.startsWith('connector.') && path.startsWith('/experience/verification/sso/');

/** Returns the key of our own text, if the server's is not for users. */
export const problemText = (problem: Pick<Problem, 'code' | 'message' | 'path'>): string | { key: TextKey } => {
  const { code, message } = problem;
  if (message && forUsers.test(code)) return message;
  if (isSsoProblem(problem)) return { key: 'elsewhere.sso_failed' };
  return { key: atProvider[code] ?? (code.startsWith('connector.') ? 'error.unavailable' : 'error.unknown') };
};

/** A rejected request of the application, as the server reports it on its error page. */
export const failureText = (t: Translate, { code, message }: Pick<Problem, 'code' | 'message'>): string => {
  if (code === 'oidc.aborted' || code === 'oidc.access_denied') return message;
  if (code.startsWith('oidc.')) return t('error.request_rejected');
  const text = problemText({ code, message, path: '' });
  return typeof text === 'string' ? text : t(text.key);
};
