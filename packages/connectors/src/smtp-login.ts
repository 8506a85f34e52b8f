// SMTP authentication: a password, or an access token fetched here rather than by the mail library.
import { createPrivateKey, sign } from 'node:crypto';
import * as z from 'zod/mini';
import { ConnectorError, type ConnectorTools } from './connector.ts';
import type { SmtpAuth, SmtpConfig } from './smtp-config.ts';

export type SmtpLogin =
  | { type: 'login'; user: string; pass: string }
  | { type: 'OAuth2'; user: string; accessToken: string };

const googleTokens = 'https://oauth2.googleapis.com/token';
const issued = z.object({ access_token: z.string().check(z.minLength(1)) });

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

type ServiceKey = Extract<SmtpAuth, { serviceClient: string }>;

const assertion = ({ serviceClient, privateKey, user }: ServiceKey, audience: string, now: number) => {
  const iat = Math.floor(now / 1000);
  const claims = {
    iss: serviceClient,
    scope: 'https://mail.google.com/',
    sub: user,
    aud: audience,
    iat,
    exp: iat + 300,
  };
  const content = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`;
  try {
    const key = createPrivateKey(privateKey);
    return `${content}.${sign('RSA-SHA256', Buffer.from(content), key).toString('base64url')}`;
  } catch (cause) {
    throw new ConnectorError('invalid_config', { cause, message: 'auth.privateKey cannot be used' });
  }
};

const fetchToken = async (url: string, grant: Record<string, string>, tools: ConnectorTools): Promise<string> => {
  const { status, body } = await tools.fetch(url, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(grant).toString(),
  });
  if ([400, 401, 403].includes(status)) {
    throw new ConnectorError('authorization_failed', { message: `the token endpoint answered ${status}` });
  }
  if (status !== 200) throw new ConnectorError('general', { message: `the token endpoint answered ${status}` });
  try {
    return z.parse(issued, JSON.parse(body.toString())).access_token;
  } catch (cause) {
    throw new ConnectorError('invalid_response', { cause, message: 'the token endpoint sent no access token' });
  }
};

export const loginOf = async (auth: SmtpConfig['auth'], tools: ConnectorTools): Promise<SmtpLogin | undefined> => {
  if (!auth) return undefined;
  const { user } = auth;
  if ('pass' in auth) return { type: 'login', user, pass: auth.pass };
  const url = auth.accessUrl ?? googleTokens;
  if ('serviceClient' in auth) {
    const grant = {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: assertion(auth, url, tools.now()),
    };
    return { type: 'OAuth2', user, accessToken: await fetchToken(url, grant, tools) };
  }
  const { clientId, clientSecret, refreshToken, accessToken = '' } = auth;
  if (!refreshToken) return { type: 'OAuth2', user, accessToken };
  const grant = {
    grant_type: 'refresh_token',
    ...(clientId && { client_id: clientId }),
    ...(clientSecret && { client_secret: clientSecret }),
    refresh_token: refreshToken,
  };
  return { type: 'OAuth2', user, accessToken: await fetchToken(url, grant, tools) };
};
