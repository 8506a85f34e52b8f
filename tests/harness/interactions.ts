// An open interaction that exposes every response of the Experience API, including refusals.
import { authorizationUrl, type Client, pkce } from './sign-in.ts';
import { type Answer, newVisitor, type Visitor } from './visitor.ts';

export type OpenInteraction = Awaited<ReturnType<typeof openInteraction>>;

export const openInteraction = async (
  base: string,
  client: Client,
  more: { scope?: string; prompt?: string; extra?: Record<string, string>; visitor?: Visitor } = {},
) => {
  const visitor = more.visitor ?? newVisitor();
  const url = authorizationUrl({ base, client, ...more }, pkce().challenge);
  const { answer } = await visitor.follow(url, [client.redirectUri]);
  const call = (method: string, path: string, json?: unknown): Promise<Answer> =>
    visitor.send(method, `${base}/api/experience${path}`, json === undefined ? {} : { json });
  const verifyPassword = async (username: string, secret: string): Promise<string> => {
    const body = { identifier: { type: 'username', value: username }, password: secret };
    return ((await call('POST', '/verification/password', body)).json() as { verificationId: string }).verificationId;
  };
  return { visitor, page: answer, call, verifyPassword };
};

/** Status and code of a refusal, or only the status of a success. */
export const outcome = ({ status, body }: Pick<Answer, 'status' | 'body'>): (number | string)[] =>
  status < 400 ? [status] : [status, (JSON.parse(body) as { code: string }).code];
