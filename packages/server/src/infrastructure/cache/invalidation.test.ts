import { expect, test } from 'vitest';
import { createLog } from '../../log.ts';
import { useScratchDatabase } from '../database/scratch-database.ts';
import { startInvalidation } from './invalidation.ts';

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
