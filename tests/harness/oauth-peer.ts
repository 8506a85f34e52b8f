// An OpenID provider on this machine with a page to choose a user, for social and enterprise SSO connectors.
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export type Claims = { sub: string; [claim: string]: unknown };
type Issued = {
  claims: Claims;
  redirectUri: string;
  nonce: string | undefined;
  clientId: string;
  challenge: string | undefined;
};

export const peerClient = { clientId: 'tessera', clientSecret: 'between us' };

const escapeHtml = (value: string) => value.replace(/[&"<>]/g, (one) => `&#${one.charCodeAt(0)};`);

export type OAuthPeer = Awaited<ReturnType<typeof startOAuthPeer>>;

export const startOAuthPeer = async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  /** The users to choose from, by name. */
  const people = new Map<string, Claims>();
  const codes = new Map<string, Issued>();
  const tokens = new Map<string, Claims>();
  /** Each works once. */
  const refreshTokens = new Map<string, Issued>();
  /** The authorization URLs of all visits. */
  const visits: URL[] = [];
  /** Overrides for the discovery document and the next ID tokens; `isDown`: it closes connections without an answer. */
  const oddities: {
    isDown?: boolean;
    issuer?: string;
    claims?: object;
    key?: typeof privateKey;
    tokens?: object;
    renewal?: number;
  } = {};
  /** How often tokens were refreshed. */
  const renewals = { count: 0 };
  let url = '';

  const issueCode = (issued: Issued): string => {
    const code = randomBytes(12).toString('hex');
    codes.set(code, issued);
    return code;
  };

  const idToken = ({ claims, nonce, clientId }: Issued) => {
    const now = Math.floor(Date.now() / 1000);
    const payload = { ...claims, iss: url, aud: clientId, iat: now, exp: now + 300, ...(nonce && { nonce }) };
    return new SignJWT({ ...payload, ...oddities.claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'peer' })
      .sign(oddities.key ?? privateKey);
  };

  const json = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  const page = (response: ServerResponse, { searchParams: query }: URL) => {
    const redirectUri = query.get('redirect_uri') ?? '';
    const state = query.get('state') ?? '';
    const clientId = query.get('client_id') ?? '';
    const nonce = query.get('nonce') ?? undefined;
    const challenge = query.get('code_challenge') ?? undefined;
    const choices = [...people].map(([name, claims]) => {
      const code = issueCode({ claims, redirectUri, nonce, clientId, challenge });
      if (query.get('response_mode') === 'form_post') {
        return `<form method="post" action="${escapeHtml(redirectUri)}"><input type="hidden" name="code" value="${code}">
          <input type="hidden" name="state" value="${escapeHtml(state)}"><button>${escapeHtml(name)}</button></form>`;
      }
      const back = new URL(redirectUri);
      back.searchParams.set('code', code);
      back.searchParams.set('state', state);
      return `<a href="${escapeHtml(back.href)}">${escapeHtml(name)}</a>`;
    });
    const declined = new URL(redirectUri);
    declined.searchParams.set('error', 'access_denied');
    declined.searchParams.set('state', state);
    choices.push(`<a href="${escapeHtml(declined.href)}">Cancel</a>`);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Peer</title><h1>Who are you?</h1>${choices.join(' ')}</html>`,
    );
  };

  const token = async (request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams(await text(request));
    const basic = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64').toString();
    const [id = '', secret = ''] = basic.includes(':')
      ? basic.split(':').map(decodeURIComponent)
      : [form.get('client_id') ?? '', form.get('client_secret') ?? ''];
    if (id !== peerClient.clientId || secret !== peerClient.clientSecret) {
      return json(response, 401, { error: 'invalid_client' });
    }
    const isRenewal = form.get('grant_type') === 'refresh_token';
    if (isRenewal) renewals.count += 1;
    if (isRenewal && oddities.renewal) return json(response, oddities.renewal, { error: 'temporarily_unavailable' });
    const [kept, given] = isRenewal ? [refreshTokens, form.get('refresh_token')] : [codes, form.get('code')];
    const issued = kept.get(given ?? '');
    kept.delete(given ?? '');
    if (!issued || (!isRenewal && issued.redirectUri !== form.get('redirect_uri'))) {
      return json(response, 400, { error: 'invalid_grant' });
    }
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!isRenewal && issued.challenge && issued.challenge !== verifier) {
      return json(response, 400, { error: 'invalid_grant' });
    }
    const accessToken = randomBytes(12).toString('hex');
    const refreshToken = randomBytes(12).toString('hex');
    tokens.set(accessToken, issued.claims);
    refreshTokens.set(refreshToken, issued);
    return json(response, 200, {
      access_token: accessToken,
      refresh_token: refreshToken,
      token_type: 'Bearer',
      scope: 'openid files',
      expires_in: 300,
      id_token: await idToken(issued),
      ...oddities.tokens,
    });
  };

  const server = createServer(async (request, response) => {
    if (oddities.isDown) return request.socket.destroy();
    const address = new URL(request.url ?? '/', url);
    switch (address.pathname) {
      case '/.well-known/openid-configuration':
        return json(response, 200, {
          issuer: oddities.issuer ?? url,
          authorization_endpoint: `${url}/authorize`,
          token_endpoint: `${url}/token`,
          userinfo_endpoint: `${url}/userinfo`,
          jwks_uri: `${url}/jwks`,
        });
      case '/jwks':
        return json(response, 200, { keys: [{ ...(await exportJWK(publicKey)), kid: 'peer', alg: 'ES256' }] });
      case '/authorize':
        visits.push(address);
        return page(response, address);
      case '/terms':
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
        return response.end('<!doctype html><html lang="en"><title>Terms</title><h1>Be kind</h1></html>');
      case '/token':
        return token(request, response);
      case '/userinfo': {
        const claims = tokens.get((request.headers.authorization ?? '').replace('Bearer ', ''));
        return claims ? json(response, 200, claims) : json(response, 401, { error: 'invalid_token' });
      }
      default:
        return response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    people,
    visits,
    oddities,
    renewals,
    /** The subject of a valid token. */
    holderOf: (accessToken: string) => tokens.get(accessToken)?.sub,
    /** The authorization response for this user and request. */
    answerFor: (claims: Claims, authorizationUri: string) => {
      const { searchParams: query } = new URL(authorizationUri);
      const code = issueCode({
        claims,
        redirectUri: query.get('redirect_uri') ?? '',
        nonce: query.get('nonce') ?? undefined,
        clientId: query.get('client_id') ?? '',
        challenge: query.get('code_challenge') ?? undefined,
      });
      return { code, state: query.get('state') ?? '' };
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};
