// Issuers where anyone can get an account say nothing about a company.
import { expect, it } from 'vitest';
import { isSharedIssuer } from './oidc-claims.ts';

const microsoft = 'https://login.microsoftonline.com';

const shared = [
  'https://accounts.google.com',
  `${microsoft}/{tenantid}/v2.0`,
  // What its discovery document for `consumers` says.
  `${microsoft}/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0`,
];

it.each(shared)('R129 anyone can have an account at %s', (issuer) => {
  expect(isSharedIssuer(issuer)).toBe(true);
  expect(isSharedIssuer(`${issuer}/`)).toBe(true);
});

it.each([`${microsoft}/0a1b2c3d-0000-4000-8000-000000000000/v2.0`, 'https://acme.okta.com'])(
  'a company decides who has an account at %s',
  (issuer) => expect(isSharedIssuer(issuer)).toBe(false),
);
