// Sign-in and registration as the pages do them, and exchanging the code for tokens.
import { createHash, randomBytes } from 'node:crypto';
import { newVisitor, type Visitor } from './visitor.ts';

export const password = 'a sturdy Passphrase 47';

export const pkce = () => {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
};

export type Client = { clientId: string; redirectUri: string; clientSecret?: string };
type Request = {
  base: string;
  client: Client;
  scope?: string;
  resources?: string[];
  prompt?: string;
  extra?: Record<string, string>;
  visitor?: Visitor;
};

export const authorizationUrl = (
  {
    base,
    client,
    scope = 'openid offline_access profile',
    resources = [],
    prompt = 'login consent',
    extra = {},
  }: Request,
  challenge: string,
) => {
  const query = new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    response_type: 'code',
    scope,
    prompt,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: randomBytes(8).toString('hex'),
    ...extra,
  });
  for (const resource of resources) query.append('resource', resource);
  return `${base}/oidc/auth?${query}`;
};

/** The steps of the Experience API for one visitor; each throws if the server refuses. */
export const experience = (visitor: Visitor, base: string) => {
  const step = async (method: string, path: string, json: unknown = {}) => {
    const answer = await visitor.send(method, `${base}/api/experience${path}`, { json });
    if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${answer.body}`);
    return answer;
  };
  const submit = async () => ((await step('POST', '/submit')).json() as { redirectTo: string }).redirectTo;
  return {
    step,
    submit,
    register: async (username: string, secret = password) => {
      await step('PUT', '', { interactionEvent: 'Register' });
      await step('POST', '/profile', { type: 'username', value: username });
      await step('POST', '/profile', { type: 'password', value: secret });
      await step('POST', '/identification');
      return submit();
    },
    signIn: async (username: string, secret = password) => {
      await step('PUT', '', { interactionEvent: 'SignIn' });
      const { verificationId } = (
        await step('POST', '/verification/password', {
          identifier: { type: 'username', value: username },
          password: secret,
        })
      ).json() as { verificationId: string };
      await step('POST', '/identification', { verificationId });
      return submit();
    },
  };
};

/** Signs in or registers and returns an authorization code. */
export const obtainCode = async (request: Request & { username: string; register?: boolean; password?: string }) => {
  const visitor = request.visitor ?? newVisitor();
  const { verifier, challenge } = pkce();
  const opened = await visitor.follow(authorizationUrl(request, challenge), [request.client.redirectUri]);
  if (opened.answer && opened.answer.status >= 400)
    throw new Error(`authorization failed: ${opened.answer.body.slice(0, 500)}`);
  const steps = experience(visitor, request.base);
  const next = request.register
    ? await steps.register(request.username, request.password)
    : await steps.signIn(request.username, request.password);
  const landed = await visitor.follow(next, [request.client.redirectUri]);
  const code = new URL(landed.url).searchParams.get('code') ?? '';
  return { visitor, code, verifier, landed };
};

export type TokenSet = {
  access_token: string;
  expires_in: number;
  id_token?: string;
  refresh_token?: string;
  scope?: string;
  token_type: string;
};

export const tokenRequest = async (base: string, client: Client, form: Record<string, string>) => {
  const authorization =
    client.clientSecret && `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')}`;
  const response = await fetch(`${base}/oidc/token`, {
    method: 'POST',
    headers: { ...(authorization && { authorization }) },
    body: new URLSearchParams({ ...(authorization ? {} : { client_id: client.clientId }), ...form }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as TokenSet & {
      error?: string;
      code?: string;
      error_description?: string;
      message?: string;
    },
  };
};

/** Signs in or registers and returns tokens. */
export const obtainTokens = async (request: Parameters<typeof obtainCode>[0]) => {
  const { visitor, code, verifier } = await obtainCode(request);
  const { status, body } = await tokenRequest(request.base, request.client, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: request.client.redirectUri,
    code_verifier: verifier,
  });
  if (status !== 200) throw new Error(`no tokens: ${JSON.stringify(body)}`);
  return { visitor, tokens: body };
};

export const demoApp = (base: string): Client => ({ clientId: 'demo-app', redirectUri: `${base}/demo-app` });
export const consoleApp = (origin: string): Client => ({
  clientId: 'admin-console',
  redirectUri: `${origin}/console/callback`,
});
