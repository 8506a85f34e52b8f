// Imported hashes do not block the event loop.
import { hashSync } from '@node-rs/bcrypt';
import { afterAll, expect, it } from 'vitest';
import { OverloadError } from '../../infrastructure/concurrency/overload-error.ts';
import { createPasswords } from './passwords.ts';

const passwords = createPasswords();
afterAll(passwords.stop);

/** The longest turn of this thread's event loop, in CPU time, since on a busy machine the thread itself waits. */
const longestTurn = async (work: Promise<unknown>): Promise<number> => {
  const state = { longest: 0, usage: process.threadCpuUsage(), isRunning: true };
  const sample = () => {
    const { user, system } = process.threadCpuUsage(state.usage);
    state.usage = process.threadCpuUsage();
    state.longest = Math.max(state.longest, (user + system) / 1000);
    if (state.isRunning) setTimeout(sample, 1);
  };
  sample();
  await work;
  state.isRunning = false;
  sample();
  return state.longest;
};

it('twenty bcrypt hashes of cost 12 never block the event loop for 50 ms', { timeout: 60_000 }, async () => {
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
  const verified = Promise.all(Array.from({ length: 20 }, verify));
  expect(await longestTurn(verified)).toBeLessThan(50);
  const [first, ...others] = await verified;
  expect(first).toBe(true);
  expect(others).toContain(false);
  expect(others).not.toContain(true);
});
