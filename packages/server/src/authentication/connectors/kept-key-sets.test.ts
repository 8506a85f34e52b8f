import type { JSONWebKeySet } from 'jose';
import { describe, expect, it } from 'vitest';
import { createKeySets } from './kept-key-sets.ts';

const minute = 60_000;
const url = 'https://id.example/keys';

const setUp = () => {
  let now = 0;
  let loads = 0;
  let answer: () => Promise<JSONWebKeySet> = async () => ({ keys: [{ kty: 'RSA', kid: `key ${loads}` }] });
  const keySets = createKeySets({ now: () => now });
  const load = () => {
    loads += 1;
    return answer();
  };
  return {
    pass: (ms: number) => {
      now += ms;
    },
    answerWith: (other: typeof answer) => {
      answer = other;
    },
    loads: () => loads,
    read: async (which?: 'kept' | 'latest') => (await keySets(url, load, which)).keys[0]?.kid,
  };
};
const fail = () => Promise.reject(new Error('down'));

describe('kept key sets', () => {
  it('are loaded once for all readers, and again after an hour', async () => {
    const { pass, loads, read } = setUp();
    expect(await Promise.all([read(), read(), read('latest')])).toEqual(['key 1', 'key 1', 'key 1']);
    pass(60 * minute - 1);
    expect(await read()).toBe('key 1');
    pass(1);
    expect([await read(), loads()]).toEqual(['key 2', 2]);
  });

  it('are loaded at once for an unknown key, at most every two seconds', async () => {
    const { pass, loads, read } = setUp();
    await read();
    pass(1_999);
    expect(await read('latest')).toBe('key 1');
    pass(1);
    expect([await read('latest'), await read('latest'), loads()]).toEqual(['key 2', 'key 2', 2]);
  });

  it('stay in use while they cannot be loaded, and are tried again later', async () => {
    const { pass, answerWith, loads, read } = setUp();
    await read();
    answerWith(fail);
    pass(60 * minute);
    expect([await read(), await read(), loads()]).toEqual(['key 1', 'key 1', 2]);
    answerWith(async () => ({ keys: [{ kty: 'RSA', kid: 'new' }] }));
    pass(10 * minute);
    expect(await read()).toBe('new');
  });

  it('are not replaced by a failure, nor kept if they are huge', async () => {
    const { answerWith, loads, read } = setUp();
    answerWith(fail);
    await expect(read()).rejects.toThrow('down');
    answerWith(async () => ({ keys: [{ kty: 'RSA', kid: 'x'.repeat(200_000) }] }));
    await read();
    await read();
    expect(loads()).toBe(3);
  });
});
