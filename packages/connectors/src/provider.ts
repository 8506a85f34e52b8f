// Requests to providers. A failure becomes an error with the provider's own reason, for administrators only.
import { ConnectorError, type ConnectorProblem, type ConnectorTools } from './connector.ts';

type Request = { headers?: Record<string, string>; body: string };
/** The provider's reason, and which problem it is if the status does not say. */
export type Reason = { text?: string | undefined; code?: ConnectorProblem | undefined };
type Reading = {
  /** Finds the reason in the answer to a failed request. */
  explain: (answer: NonNullable<Answer>) => Reason;
  /** For providers that always answer in JSON, and report failures with a status of success. */
  refusal?: (answer: NonNullable<Answer>) => Reason | undefined;
};
/** The parsed JSON; other content is undefined. */
export type Answer = Readonly<Record<string, unknown>> | undefined;

const codeOf = (status: number): ConnectorProblem => {
  if (status === 401 || status === 403) return 'authorization_failed';
  return status === 429 ? 'rate_limit_exceeded' : 'general';
};

const parse = (body: Buffer): Answer => {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null ? (value as Answer) : undefined;
  } catch {
    return undefined;
  }
};

export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
/** An entry of an answer that is an object itself. */
export const objectIn = (value: unknown): Readonly<Record<string, unknown>> => (value ?? {}) as Record<string, unknown>;
export const firstOf = (value: unknown) => objectIn(Array.isArray(value) ? value[0] : undefined);

const failure = (status: number, { text, code = codeOf(status) }: Reason = {}) =>
  new ConnectorError(code, { message: `The provider answered ${status}${text ? `: ${text}` : ''}` });

/** Posts to a provider. Throws unless the status and the answer mean success. */
export const post = async (
  tools: ConnectorTools,
  url: string,
  { headers, body }: Request,
  { explain, refusal }: Reading,
): Promise<Answer> => {
  const { status, body: bytes } = await tools.fetch(url, {
    method: 'POST',
    headers: { accept: 'application/json', ...headers },
    body,
  });
  const answer = parse(bytes);
  if (status < 200 || status >= 300) throw failure(status, answer && explain(answer));
  if (!answer && (refusal || bytes.length > 0)) throw failure(status, { code: 'invalid_response', text: 'no JSON' });
  const reason = answer && refusal?.(answer);
  if (reason) throw failure(status, reason);
  return answer;
};

export const jsonRequest = (body: object, headers: Record<string, string> = {}): Request => ({
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** Without entries that are undefined. */
export const formRequest = (
  fields: Readonly<Record<string, string | undefined>>,
  headers: Record<string, string> = {},
): Request => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: new URLSearchParams(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString(),
});

export const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});
