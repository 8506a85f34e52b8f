import { expect, it } from 'vitest';
import { parseUserAgent } from './user-agent.ts';

const mozilla = (rest: string) => parseUserAgent(`Mozilla/5.0 ${rest}`);

it.each([
  [
    '(Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.3595.53',
    ['Edge', '142.0.3595.53', 'Windows', '10/11', 'desktop', undefined],
  ],
  [
    '(Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    ['Safari', '18.1', 'macOS', '10.15.7', 'desktop', undefined],
  ],
  [
    '(iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1',
    ['Chrome', '142.0', 'iOS', '18.1', 'mobile', 'iPhone'],
  ],
  [
    '(Linux; Android 14; Pixel 8 Build/UQ1A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    ['Chrome', '142.0.0.0', 'Android', '14', 'mobile', 'Pixel 8'],
  ],
  [
    '(Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    ['Chrome', '142.0.0.0', 'Android', '10', 'tablet', undefined],
  ],
  [
    '(X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
    ['Firefox', '144.0', 'Linux', undefined, 'desktop', undefined],
  ],
  [
    '(X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    ['Chrome', '142.0.0.0', 'Chrome OS', '14541.0.0', 'desktop', undefined],
  ],
  ['(Macintosh; PPC) Safari/85', ['Safari', undefined, 'macOS', undefined, 'desktop', undefined]],
  [
    '(compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    [undefined, undefined, undefined, undefined, 'bot', undefined],
  ],
])('%s', (text, expected) => {
  const { browser, os, device } = mozilla(text);
  expect([browser.name, browser.version, os.name, os.version, device.type, device.model]).toEqual(expected);
});

it('returns nothing for unknown agents of any length', () => {
  const unknown = { browser: {}, os: {}, device: { type: 'unknown' } };
  expect(parseUserAgent('')).toEqual(unknown);
  expect(parseUserAgent('A browser of the test')).toEqual(unknown);
  expect(parseUserAgent('Android '.repeat(100_000)).device.type).toBe('tablet');
});
