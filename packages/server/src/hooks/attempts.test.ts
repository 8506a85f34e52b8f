import { describe, expect, it } from 'vitest';
import { nextAttempt } from './attempts.ts';
import { createLanes } from './lanes.ts';
import type { Sent } from './send.ts';

const status = (statusCode: number): Sent => ({
  response: { statusCode, body: '' },
  ...(statusCode >= 300 && { error: 'unsuccessful_status' as const }),
});
const even = () => 0;

describe('another attempt', () => {
  it.each<[Sent, boolean]>([
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

  it('comes later each time, as often as the hook wants', () => {
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

describe('lanes', () => {
  const place = (tenantId: string, hookId: string) => ({ tenantId, hookId });

  it('a hook that fails keeps one lane, and the others are free for the rest', () => {
    const lanes = createLanes();
    const [bad, good] = [place('a', 'bad'), place('a', 'good')];
    expect([lanes.free(bad), lanes.free(good)]).toEqual([5, 5]);
    lanes.enter(bad, 5);
    expect([lanes.free(bad), lanes.free(good)]).toEqual([0, 5]);
    lanes.note(bad, true);
    for (let count = 0; count < 5; count += 1) lanes.leave(bad);
    expect([lanes.free(bad), lanes.free(good)]).toEqual([1, 5]);
    lanes.note(bad, false);
    expect(lanes.free(bad)).toBe(5);
  });

  it('F22 a tenant with many hooks leaves lanes to the others', () => {
    const lanes = createLanes();
    for (let count = 0; count < 20; count += 1) {
      const one = place('hostile', `hook ${count}`);
      lanes.enter(one, lanes.free(one));
    }
    expect([lanes.free(place('hostile', 'more')), lanes.free(place('other', 'hook'))]).toEqual([0, 5]);
  });
});
