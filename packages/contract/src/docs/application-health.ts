// Documentation of the health of applications.
import type { applicationHealths } from '../application-health.ts';
import type { ResourceDoc } from './document.ts';

export const applicationHealthDoc: ResourceDoc<typeof applicationHealths> = {
  title: 'Health of applications',
  about: 'What an application did in the last 30 days, and what needs attention. Days are in UTC.',
  operations: {
    get: {
      summary: 'Returns the redirect URIs, failed requests and secrets of an application.',
      description:
        'Counted within a second of each request. An application has at most 20 different details per day and reason; further ones are counted without. Silent sign-ins of users who are not signed in, and tests, are not counted.',
      errors: ['entity.not_exists_with_id'],
    },
  },
  fields: {
    id: { text: 'ID of the application.', example: 'a5v9c3n0r2lw' },
    since: { text: 'Beginning of the first day.', example: 1760572800000 },
    days: 'Each of these days.',
    date: { text: 'Beginning of the day.', example: 1763078400000 },
    signIns: { text: 'Number of sign-ins that reached a redirect URI.', example: 1183 },
    failed: { text: 'Number of failed requests.', example: 21 },
    redirectUris:
      'Registered redirect URIs, and up to 50 others that were used before they were removed. The most used ones come first.',
    uri: { text: 'Redirect URI.', example: 'https://shop.example.com/callback' },
    isRegistered: { text: 'Whether the redirect URI is registered now.', example: true },
    count: { text: 'Number of requests.', example: 21 },
    lastUsedAt: {
      text: 'Last use, or `null` if it was not used in these 30 days.',
      example: 1763110800000,
    },
    failures:
      'Failed authorization and token requests by reason, and failed connections to the site of a protected application. The most frequent reason comes first.',
    reason: { text: 'Reason of the failure.', example: 'redirect_uri_not_registered' },
    lastAt: { text: 'Last time.', example: 1763110800000 },
    details: 'Up to 10 most frequent values that the requests named, such as redirect URIs.',
    value: {
      text: 'Redirect URI, origin, site, scope, API, grant or text of the error, depending on the reason.',
      example: 'https://preview.shop.example.com/callback',
    },
    secrets: 'Up to 100 secrets, oldest first. Empty for applications without secrets.',
    name: { text: 'Name of the secret.', example: 'production' },
    createdAt: { text: 'When the secret was created.', example: 1731488400000 },
    expiresAt: { text: 'When the secret expires, or `null`.', example: null },
    'secrets.lastUsedAt': {
      text: 'When the application last authenticated with the secret, to the minute, or `null` if it did not.',
      example: 1763110800000,
    },
    recordedSince: { text: 'Uses are recorded since then.', example: 1731488400000 },
    issues: {
      text: '`expired`, `expiring` within 30 days, `old` (created over a year ago), `unused` for 90 days, or `never_used` since it was created more than a week ago.',
      example: ['old'],
    },
  },
};
