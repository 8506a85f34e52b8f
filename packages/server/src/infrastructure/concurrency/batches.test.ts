import { describe, expect, it } from 'vitest';
import { createBatches } from './batches.ts';

describe('batches', () => {
  /** Knows even numbers, and answers from the last to the first. */
  const setUp = () => {
    const loads: [string, readonly number[]][] = [];
    const ask = createBatches<number, string>(async (tenantId, keys) => {
      loads.push([tenantId, keys]);
      if (keys.includes(-1)) throw new Error('no database');
      const known = [...keys.entries()].filter(([, key]) => key % 2 === 0);
      return new Map(known.toReversed().map(([position, key]) => [position, `${tenantId} ${key}`]));
    });
    return { loads, ask };
  };

  it('answer questions of one moment together, each with its own answer', async () => {
    const { loads, ask } = setUp();
    const answers = [ask('one', 4), ask('two', 2), ask('one', 1), ask('one', 2), ask('one', 4)];
    expect(await Promise.all(answers)).toEqual(['one 4', 'two 2', undefined, 'one 2', 'one 4']);
    expect(loads).toEqual([
      ['one', [4, 1, 2, 4]],
      ['two', [2]],
    ]);
  });

  it('keep no answer, and do not add to a question that was sent', async () => {
    const { loads, ask } = setUp();
    await ask('one', 2);
    await ask('one', 2);
    expect(loads).toHaveLength(2);
  });

  it('are limited, and fail together', async () => {
    const { loads, ask } = setUp();
    const answers = Array.from({ length: 250 }, (_, number) => ask('one', number === 249 ? -1 : number));
    const settled = await Promise.allSettled(answers);
    expect(loads.map(([, keys]) => keys.length)).toEqual([100, 100, 50]);
    expect(settled.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 200 }, () => 'fulfilled'),
      ...Array.from({ length: 50 }, () => 'rejected'),
    ]);
    expect(await answers[199]).toBeUndefined();
    expect(await answers[198]).toBe('one 198');
  });
});
