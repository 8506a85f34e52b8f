// The text of a problem for end users. The server also explains problems to administrators and developers.
import type { Problem } from './api.ts';
import type { TextKey, Translate } from './app-context.ts';

const forUsers = /^(user|session|password|verification_code|one_time_token)\.|^request\.rate_limited$/;

/** Returns the key of our own text, if the server's is not for users. */
export const problemText = ({ code, message }: Pick<Problem, 'code' | 'message'>): string | { key: TextKey } => {
  if (message && forUsers.test(code)) return message;
  return { key: code.startsWith('connector.') ? 'error.unavailable' : 'error.unknown' };
};

/** A rejected request of the application, as the server reports it on its error page. */
export const failureText = (t: Translate, { code, message }: Pick<Problem, 'code' | 'message'>): string => {
  if (code === 'oidc.aborted' || code === 'oidc.access_denied') return message;
  if (code.startsWith('oidc.')) return t('error.request_rejected');
  const text = problemText({ code, message });
  return typeof text === 'string' ? text : t(text.key);
};
