// Headers on both sides of the gateway, as far as they need no connection.
import type { IncomingMessage } from 'node:http';
import { wireNames } from '@tessera/contract/wire';
import { describe, expect, it } from 'vitest';
import { passAnswer } from './answer-headers.ts';
import { cookiesOfOrigin, withoutOurCookies } from './cookies.ts';
import { isOwnRequest } from './exchange.ts';
import { headersForOrigin, isLoop } from './request-headers.ts';
import { forwardedFrom, type Site } from './sites.ts';

const wire = wireNames('tessera');
const base = new URL('https://shop.apps.example.com');
const site = {
  ...{ tenantId: 'default', applicationId: 'shop', host: 'shop.apps.example.com', isShared: true },
  ...{ base, forwarded: forwardedFrom(base), origin: new URL('https://origin.example.com') },
} as Site;
const asked = (headers: Record<string, string>, method = 'GET') =>
  ({ headers, method, httpVersion: '1.1' }) as unknown as IncomingMessage;

describe('cookies', () => {
  it('of the gateway stay there', () => {
    const ours = '__Host-_tessera_gateway=a; _tessera_gateway_sign_in=b';
    expect(withoutOurCookies(wire, ours)).toBeUndefined();
    expect(withoutOurCookies(wire, `first=1; ${ours}; last=2`)).toBe('first=1; last=2');
    expect(withoutOurCookies(wire, 'x_tessera_gateway=1')).toBe('x_tessera_gateway=1');
    expect(withoutOurCookies(wire, undefined)).toBeUndefined();
  });

  it('of the origin count for its host', () => {
    expect(cookiesOfOrigin(wire, ['a=1; Domain=apps.example.com; Secure', 'b=2;domain=x', 'c=domain=x'])).toEqual([
      ...['a=1; Secure', 'b=2', 'c=domain=x'],
    ]);
  });
});

describe('an origin', () => {
  it('gets one mark for each application on the way', () => {
    const send = (headers: Record<string, string>, isUpgrade = false) =>
      headersForOrigin(asked(headers), site, wire, { ip: '192.0.2.1', identity: undefined, isUpgrade });
    expect(send({})).toEqual({
      ...{ 'x-forwarded-for': '192.0.2.1', 'x-forwarded-host': 'shop.apps.example.com', 'x-forwarded-port': '443' },
      ...{ 'x-forwarded-proto': 'https', 'cdn-loop': 'tessera-shop', via: '1.1 tessera' },
    });
    const before = { 'cdn-loop': 'tessera-other', via: '1.0 proxy' };
    expect(send(before)).toMatchObject({ 'cdn-loop': 'tessera-other, tessera-shop', via: '1.0 proxy, 1.1 tessera' });
    expect(send({ 'content-length': '2' }, true)).not.toHaveProperty('content-length');
  });

  it('R91 leads back to sites at most three times', () => {
    const isRefused = (...marks: string[]) => isLoop(asked({ 'cdn-loop': marks.join(', ') }), site, wire);
    expect(isRefused('tessera-shop')).toBe(true);
    expect(isRefused('tessera-a', 'other', 'tessera-b')).toBe(false);
    expect(isRefused('tessera-a', 'tessera-b', 'tessera-c')).toBe(true);
  });

  it('that uses https redirects to its site, also without it', () => {
    const locationOf = (location: string) => {
      const answer = { headers: { location } } as unknown as IncomingMessage;
      passAnswer(answer, { site, wire, isPersonal: false, isClosing: false });
      return answer.headers.location;
    };
    expect(locationOf('http://origin.example.com/next')).toBe('https://shop.apps.example.com/next');
    expect(locationOf('http://origin.example.com:8080/next')).toBe('http://origin.example.com:8080/next');
  });

  it('keeps its caching rules for visitors who are not signed in', () => {
    const pass = (cache: string | undefined, isPersonal: boolean) => {
      const headers = cache === undefined ? {} : { 'cache-control': cache };
      const answer = { headers } as unknown as IncomingMessage;
      passAnswer(answer, { site, wire, isPersonal, isClosing: false });
      return answer.headers['cache-control'];
    };
    expect(pass('public, max-age=60', false)).toBe('public, max-age=60');
    expect(pass(undefined, true)).toBe('private');
    expect(pass('PUBLIC, s-maxage=9, max-age=60', true)).toBe('private, max-age=60');
    expect(pass('no-store', true)).toBe('private, no-store');
  });
});

describe('a session', () => {
  it.each([
    [{}, 'GET', true],
    [{}, 'POST', true],
    [{ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, 'POST', true],
    [{ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, 'GET', true],
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, 'GET', true],
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, 'POST', false],
    [{ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }, 'GET', true],
    [{ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }, 'GET', false],
    [{ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }, 'GET', true],
    [{ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }, 'GET', false],
    [{ origin: 'https://shop.apps.example.com' }, 'POST', true],
    [{ origin: 'https://evil.apps.example.com' }, 'POST', false],
    [{ origin: 'null' }, 'DELETE', false],
  ])('counts for %j %s: %s', (headers, method, expected) => {
    expect(isOwnRequest(asked(headers as Record<string, string>, method), site, false)).toBe(expected);
  });
});
