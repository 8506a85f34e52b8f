// Calls the tenant's own API with the interaction cookie. Paths, bodies and answers are those of the contract.
import type { consent } from '@tessera/contract/consent';
import type { experience } from '@tessera/contract/experience';
import type { experienceMfa } from '@tessera/contract/experience-mfa';
import type { Answer, Method, Sent } from '@tessera/contract/kit';

type Experience = (typeof experience)['operations'];
type ExperienceMfa = (typeof experienceMfa)['operations'];
type Consent = (typeof consent)['operations'];
type Call = Experience[keyof Experience] | ExperienceMfa[keyof ExperienceMfa] | Consent[keyof Consent];
type At<M extends Method, P extends string> = Extract<Call, { method: M; path: P }>;
type BodyOf<O extends Call> = Sent<O> extends { body?: infer Body } ? Body : never;
/** What stands in the address: values for the names in the path, and a query. */
type Place = { params?: Record<string, string>; query?: Record<string, string> };

const placed = (path: string, { params = {}, query }: Place) => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return query ? `${filled}?${new URLSearchParams(query)}` : filled;
};

/** A failed call. The code is the server's, `network` when no answer came, or empty when the answer had none. */
export class Problem extends Error {
  readonly code: string;
  readonly data: unknown;
  constructor(code: string, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

const toProblem = async (response: Response) => {
  const { code, message, data } = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  // Failures without a code carry no text that is meant for people.
  return typeof code === 'string' ? new Problem(code, String(message ?? ''), data) : new Problem('', '');
};

export type Api = ReturnType<typeof createApi>;

export const createApi =
  (base: string, language: string) =>
  async <M extends Method, P extends Extract<Call, { method: M }>['path']>(
    method: M,
    path: P,
    body?: BodyOf<At<M, P>>,
    place: Place = {},
  ): Promise<Answer<At<M, P>>> => {
    const response = await fetch(`${base}/api${placed(path, place)}`, {
      method,
      credentials: 'same-origin',
      headers: { 'Accept-Language': language, ...(body && { 'Content-Type': 'application/json' }) },
      signal: AbortSignal.timeout(20_000),
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new Problem('network', '');
    });
    if (!response.ok) throw await toProblem(response);
    // Several steps answer with a status only.
    const text = await response.text();
    return (text ? JSON.parse(text) : undefined) as Answer<At<M, P>>;
  };
