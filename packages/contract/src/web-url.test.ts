import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { webUrl } from './fields.ts';
import { isWebUrl } from './web-url.ts';

const cases: [string, boolean][] = [
  ['https://example.com/a?b=c#d', true],
  ['HTTP://localhost:3000', true],
  ['javascript:alert(1)', false],
  ['data:text/html,https://example.com', false],
  ['ftp://example.com', false],
  ['httpsx://example.com', false],
  ['//example.com', false],
  ['example.com', false],
  ['https://', false],
  ['', false],
];

describe('a web URL', () => {
  it.each(cases)('%j: %j, in the browser and in the API', (text, expected) => {
    expect(isWebUrl(text)).toBe(expected);
    expect(z.safeParse(webUrl, text).success).toBe(expected);
  });
});
