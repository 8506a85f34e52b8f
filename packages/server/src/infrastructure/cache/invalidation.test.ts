import { expect, test } from 'vitest';
import { createLog } from '../../log.ts';
import { useScratchDatabase } from '../database/scratch-database.ts';
import { retention } from '../housekeeping/retention.ts';
import { startInvalidation } from './invalidation.ts';
import { unannouncedTables } from './unannounced-tables.ts';

let url: string;
useScratchDatabase((scratch) => {
  ({ url } = scratch);
});

test('refuses a cache of a table whose changes are not announced', async () => {
  const invalidation = await startInvalidation({ url, log: createLog({ logLevel: 'silent' }) });
  try {
    expect(() => invalidation.subscribe(['applications', 'users'], () => {})).toThrow(
      'changes of users are not announced',
    );
    expect(() => invalidation.subscribe(['applications'], () => {})).not.toThrow();
  } finally {
    await invalidation.stop();
  }
});

test('announces changes of users, organizations and applications only where a cache reads them', () => {
  const ofData = Object.entries(retention).filter(([, rule]) => 'kept' in rule && rule.kept.startsWith('belongs to'));
  const tables = ofData.map(([name]) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
  expect(tables).toContain('usersRoles');
  // Cached with the sign-in experience.
  expect(tables.filter((table) => !unannouncedTables.has(table))).toEqual(['organizations']);
});
