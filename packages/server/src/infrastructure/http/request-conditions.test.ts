import { expect, it } from 'vitest';
import { hasTag, preferredEncoding } from './request-conditions.ts';

it.each([
  ['W/"a"', true],
  ['"a"', true],
  ['"b", W/"a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  ['', false],
  [undefined, false],
])('If-None-Match: %s', (header, expected) => expect(hasTag(header, 'W/"a"')).toBe(expected));

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.2, gzip;q=0.8', 'gzip'],
  ['BR', 'br'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['*;q=0', undefined],
  ['gzip;q=0.000', undefined],
  ['identity', undefined],
  ['bread', undefined],
  ['', undefined],
])('Accept-Encoding: %s', (header, expected) => expect(preferredEncoding(header, ['br', 'gzip'])).toBe(expected));
