import { expect, it } from 'vitest';
import { callRequest, tokenRequest } from './curl.ts';

it('requests a token with resource and scopes', () => {
  expect(tokenRequest('https://auth.example.com', 'https://api.example.com', ['read:orders', 'write:orders'])).toBe(
    `curl 'https://auth.example.com/oidc/token' \\
  -u "$CLIENT_ID:$CLIENT_SECRET" \\
  -d grant_type=client_credentials \\
  --data-urlencode 'resource=https://api.example.com' \\
  --data-urlencode 'scope=read:orders write:orders'`,
  );
});

it('quotes identifiers for the shell', () => {
  expect(callRequest("https://x.example.com/';rm -rf ~;'")).toContain(
    `curl 'https://x.example.com/'\\'';rm -rf ~;'\\'''`,
  );
  expect(callRequest('urn:orders')).toContain('https://api.example.com');
});
