// Requests of the server itself to a tenant's provider, for tests of applications. The code that answers applications
// answers them, with all its checks and limits.
import { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { rememberVisit, type Visit } from '../../infrastructure/http/visit.ts';
import { type AnsweringServices, answerRequests } from './answer-request.ts';
import type { FailureReason } from './failure-reason.ts';
import { type ApplicationTest, markInternal } from './internal-mark.ts';
import type { MountedProvider } from './mounted-provider.ts';

type Asked = {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  form?: Record<string, string>;
};
export type ProviderAnswer = {
  status: number;
  body: Record<string, unknown>;
  /** Why it failed. */
  failure: FailureReason | undefined;
};

const newRequest = ({ method, headers = {}, form }: Asked): IncomingMessage => {
  const request = new IncomingMessage(new PassThrough() as never);
  const body = form && Buffer.from(new URLSearchParams(form).toString());
  const ofBody = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body?.length) };
  request.method = method;
  request.headers = { accept: 'application/json', ...(body && ofBody), ...headers };
  if (body) request.push(body);
  request.push(null);
  return request;
};

/** A response that is not sent anywhere. */
const newResponse = (request: IncomingMessage) => {
  const response = new ServerResponse(request);
  const sent = { body: '' };
  response.end = ((chunk?: unknown) => {
    if (typeof chunk === 'string' || Buffer.isBuffer(chunk)) sent.body = chunk.toString();
    return response;
  }) as typeof response.end;
  return { response, sent };
};

const parse = (text: string): Record<string, unknown> => {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

/** `visit`: of the browser or administrator on whose behalf it is sent. */
export const askProvider = async (
  services: AnsweringServices,
  mounted: MountedProvider,
  visit: Visit,
  test: ApplicationTest,
  asked: Asked,
): Promise<ProviderAnswer> => {
  const request = newRequest(asked);
  const marked = markInternal(request, test);
  const { destination, requestId, ip, userAgent, languages } = visit;
  rememberVisit(request, { destination, requestId, ip, userAgent, languages, originalUrl: `/oidc${asked.path}` });
  const { response, sent } = newResponse(request);
  await answerRequests(services)(mounted, { path: asked.path, search: '' }, request, response);
  return { status: response.statusCode, body: parse(sent.body), failure: marked.failure };
};
