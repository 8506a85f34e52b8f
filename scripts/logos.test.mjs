import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { logoFiles } from './generate-logos.mjs';
import { root } from './inputs.mjs';

test.each(Object.entries(logoFiles()))('%s is up to date', (file, text) => {
  expect(readFileSync(join(root, file), 'utf8') === text, 'run `npm run generate`').toBe(true);
});
