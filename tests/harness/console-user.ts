// A console user: registered in the admin tenant, with access tokens for its APIs.

import type { TestServer } from './server.ts';
import { refresh } from './session.ts';
import { obtainTokens } from './sign-in.ts';
import { newVisitor } from './visitor.ts';

export const meResource = 'https://admin.tessera.app/me';
export const cloudResource = 'https://cloud.tessera.io/api';

/** In the open-source edition the first user becomes the administrator, and no other can register. */
export const registerConsoleUser = async (
  server: TestServer,
  username: string,
  resources = [meResource],
  scopes: readonly string[] = [],
) => {
  const base = server.base('admin');
  const redirectUri = `${server.origin}${server.edition === 'oss' ? '/console/callback' : '/callback'}`;
  const client = { clientId: 'admin-console', redirectUri };
  const scope = ['openid offline_access profile all create:tenant manage:tenant:self', ...scopes].join(' ');
  const { tokens, visitor } = await obtainTokens({ base, client, username, scope, resources, register: true });
  let refreshToken = tokens.refresh_token;
  /** An access token for one of the requested resources. */
  const accessToken = async (resource: string): Promise<string> => {
    const { body, status } = await refresh(base, client, refreshToken, { resource });
    if (status !== 200) throw new Error(`no token for ${resource}: ${JSON.stringify(body)}`);
    refreshToken = body.refresh_token;
    return body.access_token;
  };
  /** An organization token with the user's current permissions. */
  const organizationToken = async (organizationId: string): Promise<string> => {
    const { body, status } = await refresh(base, client, refreshToken, { organization_id: organizationId });
    if (status !== 200) throw new Error(`no token for ${organizationId}: ${JSON.stringify(body)}`);
    refreshToken = body.refresh_token;
    return body.access_token;
  };
  return { visitor, client, tokens, accessToken, organizationToken };
};

/** `call('GET', '/t/admin/me')` with a token, without cookies. */
export const callerWith = (server: TestServer, token: string) => {
  const visitor = newVisitor({ authorization: `Bearer ${token}` });
  return (method: string, path: string, json?: unknown, headers: Record<string, string> = {}) =>
    visitor.send(method, `${server.origin}${path}`, { headers, ...(json !== undefined && { json }) });
};
