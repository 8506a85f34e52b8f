// Calls the tenant's Experience API with the interaction cookie, typed by the contract.
import type { connectorTestAnswers } from '@tessera/contract/connector-tests';
import type { consent } from '@tessera/contract/consent';
import type { experience } from '@tessera/contract/experience';
import type { experienceMfa } from '@tessera/contract/experience-mfa';
import type { Answer, Method, Sent } from '@tessera/contract/kit';
import type { passkeySignIn } from '@tessera/contract/passkey-sign-in';
import type { passwordLinks } from '@tessera/contract/password-links';
import type { ssoConnectorTestAnswers } from '@tessera/contract/sso-connector-tests';

type Experience = (typeof experience)['operations'];
type ExperienceMfa = (typeof experienceMfa)['operations'];
type PasskeySignIn = (typeof passkeySignIn)['operations'];
type ConnectorTestAnswers = (typeof connectorTestAnswers)['operations'];
type SsoConnectorTestAnswers = (typeof ssoConnectorTestAnswers)['operations'];
type Consent = (typeof consent)['operations'];
type PasswordLinks = (typeof passwordLinks)['operations'];
type Call =
  | Experience[keyof Experience]
  | ExperienceMfa[keyof ExperienceMfa]
  | PasskeySignIn[keyof PasskeySignIn]
  | ConnectorTestAnswers[keyof ConnectorTestAnswers]
  | SsoConnectorTestAnswers[keyof SsoConnectorTestAnswers]
  | Consent[keyof Consent]
  | PasswordLinks[keyof PasswordLinks];
type At<M extends Method, P extends string> = Extract<Call, { method: M; path: P }>;
type BodyOf<O extends Call> = Sent<O> extends { body?: infer Body } ? Body : never;
/** Path parameters and query of a request. */
export type UrlValues = { params?: Record<string, string>; query?: Record<string, string> };

export const buildUrl = (path: string, { params = {}, query }: UrlValues) => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return query ? `${filled}?${new URLSearchParams(query)}` : filled;
};

/** A failed request: the server's code, `network` if there was no response, or empty if the response had no code. */
export class Problem extends Error {
  readonly code: string;
  readonly data: unknown;
  readonly url: string;
  constructor(code: string, message: string, data?: unknown, url = '') {
    super(message);
    this.code = code;
    this.data = data;
    this.url = url;
  }
}

const toProblem = async (response: Response) => {
  const { code, message, data } = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  // Failures without a code have no message for users.
  return typeof code === 'string' ? new Problem(code, String(message ?? ''), data, response.url) : new Problem('', '');
};

/** Several operations return no body. */
export const request = async <T>(address: string, init: RequestInit): Promise<T> => {
  const response = await fetch(address, { signal: AbortSignal.timeout(20_000), ...init }).catch(() => {
    throw new Problem('network', '');
  });
  if (!response.ok) throw await toProblem(response);
  const text = await response.text();
  return (text ? JSON.parse(text) : undefined) as T;
};

export type Api = ReturnType<typeof createApi>;

export const createApi =
  (base: string, language: string, interactionId: () => string | undefined) =>
  <M extends Method, P extends Extract<Call, { method: M }>['path']>(
    method: M,
    path: P,
    body?: BodyOf<At<M, P>>,
    values: UrlValues = {},
  ): Promise<Answer<At<M, P>>> => {
    const interaction = interactionId();
    return request(`${base}/api${buildUrl(path, values)}`, {
      method,
      credentials: 'same-origin',
      headers: {
        'Accept-Language': language,
        ...(interaction && { 'X-Interaction-Id': interaction }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  };
