// The authorization response of an OpenID Connect provider: a code, or why there is none.
import { ConnectorError } from '../connector.ts';
import type { SsoNote, SsoTrace } from './sso-trace.ts';

/** About the request itself, before a user signs in. */
const requestErrors = new Set<unknown>([
  ...['invalid_request', 'invalid_scope', 'invalid_client', 'unauthorized_client', 'unsupported_response_type'],
  'redirect_uri_mismatch',
]);

export const codeIn = async (data: Readonly<Record<string, unknown>>, trace: SsoTrace): Promise<string> => {
  const { error, error_description, code } = data;
  const refuse = (note: (more: SsoNote) => void): never => {
    note({ body: JSON.stringify({ error, error_description }) });
    throw new ConnectorError('authorization_failed', { message: String(error) });
  };
  await trace('redirect', (note) => (requestErrors.has(error) ? refuse(note) : undefined));
  return trace('sign_in', (note) => {
    if (error !== undefined) refuse(note);
    if (typeof code !== 'string' || !code) throw new ConnectorError('insufficient_request_parameters');
    return code;
  });
};
