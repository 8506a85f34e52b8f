// Imported hashes are verified on other threads, so they do not block the event loop.
import { hashSync } from '@node-rs/bcrypt';
import { afterAll, expect, it } from 'vitest';
import { OverloadError } from '../../infrastructure/concurrency/overload-error.ts';
import { createPasswords } from './passwords.ts';
import { shareOfThisThread } from './thread-share.ts';

const passwords = createPasswords();
afterAll(passwords.stop);

it('twenty bcrypt hashes of cost 12 are computed on other threads', async () => {
  const stored = hashSync('correct horse', 12);
  const verify = (_: unknown, index: number) =>
    passwords
      .verify(`tenant-${index % 4}`, stored, 'Bcrypt', index === 0 ? 'correct horse' : 'wrong')
      .catch((error) => {
        if (error instanceof OverloadError) return 'refused';
        throw error;
      });
  // The first verification starts a worker thread.
  await passwords.verify('tenant-0', stored, 'Bcrypt', 'wrong');
  let verified: unknown[] = [];
  const share = await shareOfThisThread(async () => {
    verified = await Promise.all(Array.from({ length: 20 }, verify));
  });
  expect(share).toBeLessThan(0.5);
  const [first, ...others] = verified;
  expect(first).toBe(true);
  expect(others).toContain(false);
  expect(others).not.toContain(true);
});
