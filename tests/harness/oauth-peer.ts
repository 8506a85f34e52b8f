// Somebody else's sign-in, on this machine: an OpenID provider with a page on which one chooses who one is, for social
// connectors and for companies.
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export type Claims = { sub: string; [claim: string]: unknown };
type Issued = { claims: Claims; redirectUri: string; nonce: string | undefined; clientId: string };

export const peerClient = { clientId: 'tessera', clientSecret: 'between us' };

const escaped = (value: string) => value.replace(/[&"<>]/g, (one) => `&#${one.charCodeAt(0)};`);

export type OAuthPeer = Awaited<ReturnType<typeof startOAuthPeer>>;

export const startOAuthPeer = async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  /** Who can be chosen on the page, by name. */
  const people = new Map<string, Claims>();
  const codes = new Map<string, Issued>();
  const tokens = new Map<string, Claims>();
  /** Each is good for one renewal. */
  const refreshTokens = new Map<string, Issued>();
  /** The addresses by which people were sent here. */
  const visits: URL[] = [];
  /** What the next ID tokens say instead. */
  const oddities: { claims?: object; key?: typeof privateKey; tokens?: object; renewal?: number } = {};
  /** How often somebody asked for new tokens. */
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
    const choices = [...people].map(([name, claims]) => {
      const code = issueCode({ claims, redirectUri, nonce, clientId });
      if (query.get('response_mode') === 'form_post') {
        return `<form method="post" action="${escaped(redirectUri)}"><input type="hidden" name="code" value="${code}">
          <input type="hidden" name="state" value="${escaped(state)}"><button>${escaped(name)}</button></form>`;
      }
      const back = new URL(redirectUri);
      back.searchParams.set('code', code);
      back.searchParams.set('state', state);
      return `<a href="${escaped(back.href)}">${escaped(name)}</a>`;
    });
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
    const address = new URL(request.url ?? '/', url);
    switch (address.pathname) {
      case '/.well-known/openid-configuration':
        return json(response, 200, {
          issuer: url,
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
    /** Who a token is for, as long as it is one. */
    holderOf: (accessToken: string) => tokens.get(accessToken)?.sub,
    /** What the page would send back for this person: they were sent here by that address. */
    answerFor: (claims: Claims, authorizationUri: string) => {
      const { searchParams: query } = new URL(authorizationUri);
      const code = issueCode({
        claims,
        redirectUri: query.get('redirect_uri') ?? '',
        nonce: query.get('nonce') ?? undefined,
        clientId: query.get('client_id') ?? '',
      });
      return { code, state: query.get('state') ?? '' };
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};
