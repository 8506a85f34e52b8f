import { describe, expect, it } from 'vitest';
import { isAllowedRedirect, isRedirectHost } from './redirect-hosts.ts';

describe('redirect hosts', () => {
  it.each(['example.com', '*.example.com', 'a-b.example.co', 'localhost', 'cursor://', 'com.example.app://'])(
    'accepts %s',
    (entry) => expect(isRedirectHost(entry)).toBe(true),
  );
  it.each([
    '',
    '*',
    'example',
    '*.',
    'https://',
    'https://example.com',
    'Example.com',
    'a..b',
    '-a.com',
    'a.com/',
    '*.*.com',
  ])('rejects %s', (entry) => expect(isRedirectHost(entry)).toBe(false));

  it.each([
    ['https://example.com/callback', 'example.com', true],
    ['https://example.com:8443/callback', 'example.com', true],
    ['http://example.com/callback', 'example.com', false],
    ['https://a.example.com/', 'example.com', false],
    ['https://a.b.example.com/', '*.example.com', true],
    ['https://example.com/', '*.example.com', false],
    ['https://notexample.com/', '*.example.com', false],
    ['http://127.0.0.1:50000/callback', 'localhost', true],
    ['http://[::1]/callback', 'localhost', true],
    ['http://localhost.example.com/', 'localhost', false],
    ['https://localhost/', 'localhost', false],
    ['cursor://login/callback', 'cursor://', true],
    ['cursors://login', 'cursor://', false],
    ['not a URI', 'example.com', false],
  ])('%s by %s: %s', (uri, entry, allowed) => {
    expect(isAllowedRedirect(uri, [entry])).toBe(allowed);
  });
});
