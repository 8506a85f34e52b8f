import { expect, test } from 'vitest';
import { tableText, tabulate } from './steadiness.mjs';

const run = (...files) => ({
  outcomes: [
    {
      name: 'unit tests',
      errors: [],
      records: files.map((file) => ({
        file,
        failures: [{ name: 'holds', line: 3, message: 'expected 1 to be 2\n...' }],
      })),
    },
  ],
});

test('lists what failed most often first', () => {
  const rows = tabulate([run('a.test.mjs'), run('a.test.mjs', 'b.test.mjs'), run()]);
  expect(tableText(rows, 3)).toBe(
    '2 of 3  a.test.mjs:3 holds: expected 1 to be 2 (runs 1, 2)\n' +
      '1 of 3  b.test.mjs:3 holds: expected 1 to be 2 (runs 2)\n',
  );
  expect(tableText(tabulate([run()]), 1)).toBe('No failure in 1 runs.\n');
});
