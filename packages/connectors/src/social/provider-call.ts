// Calls to a provider, with its failures mapped to connector errors.
import * as z from 'zod/mini';
import { ConnectorError, type ConnectorProblem, type ConnectorTools } from '../connector.ts';
import { formRequest, jsonRequest } from '../provider.ts';

type Parameters = Record<string, string | undefined>;
export type Call = {
  url: string;
  method?: 'GET' | 'POST';
  /** Appended to the URL. */
  query?: Parameters | undefined;
  /** The body, as a form. */
  form?: Parameters | undefined;
  /** The body, as JSON. */
  json?: object;
  headers?: Record<string, string>;
  /** The error for a refusal by the provider (400 to 404). */
  refusal: ConnectorProblem;
  /** Reads a body that is not plain JSON. */
  read?: (text: string) => unknown;
  charset?: string;
};

const timeoutMs = 5_000;
const mostCharacters = 150;

export const withQuery = (url: string, parameters: Parameters): string => {
  const made = new URL(url);
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) made.searchParams.set(name, value);
  return made.href;
};

/** The text of errors: in OAuth, in problem details (RFC 9457), and in the providers' own formats. */
const textNames = ['error_description', 'error_msg', 'message', 'errmsg', 'msg', 'detail', 'description'];
const anyObject = z.record(z.string(), z.unknown());

const textOf = (value: unknown): string | undefined => {
  const { data } = z.safeParse(anyObject, value);
  return textNames.map((name) => data?.[name]).find((text) => typeof text === 'string' && text !== '') as
    | string
    | undefined;
};

/** What the provider says about a failure: one printable line for administrators. */
export const reasonIn = (value: unknown): string | undefined => {
  const { data } = z.safeParse(anyObject, value);
  if (!data) return undefined;
  const { error, errors } = data;
  const [first] = Array.isArray(errors) ? errors : [];
  const parts = [typeof error === 'string' ? error : textOf(error), textOf(data) ?? textOf(first)];
  const text = parts.filter(Boolean).join(': ').replace(/\p{C}/gu, ' ').slice(0, mostCharacters);
  return text || undefined;
};

const parsed = (text: string, read: Call['read']): unknown => {
  try {
    return read ? read(text) : JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The provider's response, unchecked. */
export const callProvider = async (call: Call, tools: ConnectorTools): Promise<unknown> => {
  const { url, query = {}, form, json, headers, refusal, read, charset } = call;
  const sent = json ? jsonRequest(json) : form && formRequest(form);
  const { status, body } = await tools.fetch(withQuery(url, query), {
    method: call.method ?? (sent ? 'POST' : 'GET'),
    // Some providers, such as GitHub and Patreon, refuse requests without a user agent.
    headers: { accept: 'application/json', 'user-agent': 'Tessera', ...sent?.headers, ...headers },
    ...(sent && { body: sent.body }),
    timeoutMs,
  });
  const value = parsed(new TextDecoder(charset).decode(body), read);
  if (status >= 200 && status < 300) return value;
  const { hostname } = new URL(url);
  const message = `${hostname}: ${[status, reasonIn(value)].filter(Boolean).join(' ')}`;
  if (status === 429) throw new ConnectorError('rate_limit_exceeded', { message });
  throw new ConnectorError(status >= 400 && status < 405 ? refusal : 'general', { message });
};

type CallFor<T> = Call & { answer: T };

export const parseAnswer = <T extends z.ZodMiniType>(value: unknown, call: CallFor<T>): z.output<T> => {
  const result = z.safeParse(call.answer, value);
  if (result.success) return result.data;
  const reason = reasonIn(value);
  const { hostname, pathname } = new URL(call.url);
  // Some providers report errors with status 200.
  if (reason) throw new ConnectorError(call.refusal, { message: `${hostname}: ${reason}` });
  const [issue] = result.error.issues;
  const message = `${hostname}${pathname}: unexpected response (${issue?.path.join('.') || 'not JSON'})`;
  throw new ConnectorError('invalid_response', { message });
};

/** The provider's response if it fits the schema. */
export const askProvider = async <T extends z.ZodMiniType>(
  call: CallFor<T>,
  tools: ConnectorTools,
): Promise<z.output<T>> => parseAnswer(await callProvider(call, tools), call);
