// An upload continues with what the server has, and gives up after some attempts.
import type { UserImport } from '@tessera/contract/user-imports';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiProblem, Unreachable } from '../../app/problem.ts';
import { sendParts } from './send-parts.ts';

const file = new Blob(['x'.repeat(20 * 1024 ** 2)]);
const itemAt = (receivedSize: number): UserImport =>
  ({ receivedSize, status: receivedSize === file.size ? 'checking' : 'uploading' }) as UserImport;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that fails for some requests; `stored` is what it has. */
const upload = async (fail: (request: number) => Error | undefined, stored = 0) => {
  let [received, requests] = [stored, 0];
  const offsets: number[] = [];
  const controller = new AbortController();
  const done = sendParts({
    file,
    signal: controller.signal,
    onRetrying: () => undefined,
    read: async () => itemAt(received),
    send: async (part, offset) => {
      requests += 1;
      offsets.push(offset);
      const error = fail(requests);
      if (error) throw error;
      received = offset + part.size;
      return itemAt(received);
    },
  }).catch((error: Error) => error.name);
  await vi.advanceTimersByTimeAsync(120_000);
  return { done: await done, offsets: offsets.map((offset) => offset / 1024 ** 2), requests };
};

it('sends parts from where the server stopped', async () => {
  expect(await upload(() => undefined)).toMatchObject({ done: { status: 'checking' }, offsets: [0, 8, 16] });
  expect(await upload(() => undefined, 9 * 1024 ** 2)).toMatchObject({ offsets: [9, 17] });
});

it('tries again after network and server errors, and after another attempt got further', async () => {
  const errors = [
    new Unreachable(),
    new ApiProblem(503, '', {}),
    new ApiProblem(409, '', { code: 'user_import.wrong_offset' }),
  ];
  expect(await upload((request) => errors[request - 2])).toMatchObject({
    ...{ done: { status: 'checking' }, offsets: [0, 8, 8, 8, 8, 16] },
  });
});

it('gives up after several failures in a row, or if the server refuses', async () => {
  expect(await upload(() => new Unreachable())).toMatchObject({ done: undefined, requests: 6 });
  expect(await upload(() => new ApiProblem(404, '', {}))).toMatchObject({ done: 'ApiProblem', requests: 1 });
});
