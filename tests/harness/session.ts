// Codes and tokens for a browser that is already signed in.
import { authorizationUrl, type Client, pkce, type TokenSet, tokenRequest } from './sign-in.ts';
import type { Visitor } from './visitor.ts';

type Request = {
  base: string;
  client: Client;
  visitor: Visitor;
  scope?: string;
  resources?: string[];
  prompt?: string;
  extra?: Record<string, string>;
};

export const redeem = (
  base: string,
  client: Client,
  code: string,
  verifier: string,
  more: Record<string, string> = {},
) =>
  tokenRequest(base, client, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: client.redirectUri,
    code_verifier: verifier,
    ...more,
  });

/** The authorization response in the redirect URI. */
export const authorizeAgain = async (request: Request) => {
  const { verifier, challenge } = pkce();
  const url = authorizationUrl({ prompt: 'consent', ...request }, challenge);
  const landed = await request.visitor.follow(url, [request.client.redirectUri]);
  return { landed, verifier, response: new URL(landed.url).searchParams };
};

export const tokensAgain = async (request: Request & { more?: Record<string, string> }): Promise<TokenSet> => {
  const { landed, response, verifier } = await authorizeAgain(request);
  const code = response.get('code');
  if (!code) throw new Error(`no code: ${landed.url} ${landed.answer?.body.slice(0, 500) ?? ''}`);
  const { status, body } = await redeem(request.base, request.client, code, verifier, request.more);
  if (status !== 200) throw new Error(`no tokens: ${JSON.stringify(body)}`);
  return body;
};

export const refresh = (
  base: string,
  client: Client,
  refreshToken: string | undefined,
  more: Record<string, string> = {},
) => tokenRequest(base, client, { grant_type: 'refresh_token', refresh_token: refreshToken ?? '', ...more });
