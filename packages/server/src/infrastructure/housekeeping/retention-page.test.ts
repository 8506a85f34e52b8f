import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { retentionPage, retentionPageFile } from './retention-page.ts';

it('is up to date: npm run generate', () => {
  expect(readFileSync(retentionPageFile, 'utf8')).toBe(retentionPage());
});
