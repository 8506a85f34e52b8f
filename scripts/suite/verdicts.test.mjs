import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../inputs.mjs';
import { unforgivenFiles } from './verdicts.mjs';

test('the files with tests of races exist', () => {
  expect(unforgivenFiles.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
