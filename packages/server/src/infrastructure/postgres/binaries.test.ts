import { expect, test } from 'vitest';
import { findBinaries } from './binaries.ts';

test('finds programs of a supported version', async () => {
  const { major } = await findBinaries();
  expect(major).toBeGreaterThanOrEqual(15);
  expect(await findBinaries(major)).toMatchObject({ major });
});

test('explains in one line what to do if none fits', async () => {
  await expect(findBinaries(3)).rejects.toThrow(
    /^The database here was written by PostgreSQL 3, .* DATABASE_URL .*\.$/,
  );
});
