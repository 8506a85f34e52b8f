// The text of a problem for end users. The server also explains problems to administrators and developers.
import type { Problem } from './api.ts';
import type { TextKey } from './app-context.ts';

const forUsers = /^(user|session|password|verification_code|one_time_token)\.|^request\.rate_limited$/;

const ofConnector = 'connector.';

/** Only the administrators of the company can solve a problem with its identity provider. */
export const isSsoProblem = ({ code, url }: Pick<Problem, 'code' | 'url'>): boolean =>
  code.startsWith(ofConnector) && url.includes('/verification/sso/');

/** Users can solve some problems at a social provider. */
const atProvider = (code: string): TextKey => {
  if (code === `${ofConnector}authorization_failed`) return 'elsewhere.declined';
  if (/\.social_(auth_code|invalid_id)/.test(code)) return 'elsewhere.expired';
  return code.startsWith(ofConnector) ? 'error.unavailable' : 'error.unknown';
};

/** Returns the key of our own text, if the server's is not for users. */
export const problemText = (problem: Pick<Problem, 'code' | 'message' | 'url'>): string | { key: TextKey } => {
  const { code, message } = problem;
  if (message && forUsers.test(code)) return message;
  return { key: isSsoProblem(problem) ? 'elsewhere.sso_failed' : atProvider(code) };
};
