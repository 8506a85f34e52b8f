import { describe, expect, it } from 'vitest';
import { nextAttempt, type Result } from './attempts.ts';

const status = (statusCode: number): Result => ({
  response: { statusCode, body: '' },
  ...(statusCode >= 300 && { error: 'unsuccessful_status' as const }),
});
const even = () => 0;

describe('retries', () => {
  it.each<[Result, boolean]>([
    [status(200), false],
    [status(302), false],
    [status(400), false],
    [status(410), false],
    [status(429), false],
    [status(500), true],
    [status(503), true],
    [{ error: 'timeout' }, true],
    [{ error: 'network' }, true],
    [{ error: 'forbidden_address' }, false],
    [{ error: 'unsupported_request' }, false],
    [{ error: 'disabled' }, false],
  ])('after %j: %s', (sent, expected) => {
    expect(nextAttempt(sent, 1, 3) !== undefined).toBe(expected);
  });

  it("have increasing delays, up to the webhook's limit", () => {
    const failed = status(500);
    expect([1, 2, 3, 4].map((attempts) => nextAttempt(failed, attempts, 3, even))).toEqual([
      1_000,
      10_000,
      60_000,
      undefined,
    ]);
    expect(nextAttempt(failed, 1, 0)).toBeUndefined();
    expect(nextAttempt(failed, 3, undefined, even)).toBe(60_000);
    expect(nextAttempt(failed, 4)).toBeUndefined();
    expect(nextAttempt(failed, 1, 3, () => 1)).toBe(1_250);
  });
});
