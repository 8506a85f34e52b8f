// The search for the programs of PostgreSQL.
import { expect, test } from 'vitest';
import { findBinaries } from './binaries.ts';

test('finds programs of a supported version', async () => {
  const { major } = await findBinaries();
  expect(major).toBeGreaterThanOrEqual(15);
  expect(await findBinaries(major)).toMatchObject({ major });
});

test('says in one line what to do where nothing fits', async () => {
  await expect(findBinaries(3)).rejects.toThrow(
    /^The database here was written by PostgreSQL 3, .* DATABASE_URL .*\.$/,
  );
});
