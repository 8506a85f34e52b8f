// A74: what a discovery document may name.
import { describe, expect, it } from 'vitest';
import type { ConnectorTools } from '../connector.ts';
import { loadOidcDocument } from './oidc-document.ts';
import { SsoConfigError } from './sso-provider.ts';

const issuer = 'https://idp.example';
const discovery = {
  ...{ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` },
  ...{ jwks_uri: `${issuer}/keys`, userinfo_endpoint: `${issuer}/me` },
};

const problemOf = async (changes: object, from = issuer) => {
  const asked: string[] = [];
  const fetch: ConnectorTools['fetch'] = async (url) => {
    asked.push(String(url));
    const body = String(url).endsWith('/keys') ? { keys: [{ kty: 'EC' }] } : { ...discovery, issuer: from, ...changes };
    return { status: 200, headers: new Headers(), body: Buffer.from(JSON.stringify(body)) };
  };
  try {
    await loadOidcDocument(from, true, { fetch } as ConnectorTools);
    return 'none';
  } catch (error) {
    expect(asked).toHaveLength(1);
    return error instanceof SsoConfigError ? [error.field, error.problem, error.found] : error;
  }
};

describe('A74 a discovery document on https', () => {
  it.each(['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'])(
    'names no %s without it',
    async (name) => {
      expect(await problemOf({})).toBe('none');
      const insecure = 'HTTP://idp.example/keys';
      expect(await problemOf({ [name]: insecure })).toEqual(['issuer', 'insecure_endpoint', insecure]);
      expect(await problemOf({ [name]: 'http://localhost/keys' }, 'http://localhost')).toBe('none');
      expect(await problemOf({ [name]: insecure }, 'HTTPS://idp.example')).toContain(insecure);
    },
  );
});
