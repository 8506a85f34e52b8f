// Tests that a key that several requests need is made once.
import { expect, it } from 'vitest';
import { createKeyPairs } from './key-pairs.ts';

it('R102 makes a key once for calls at the same moment, and again after a failure', async () => {
  const { once, rsa } = createKeyPairs();
  let made = 0;
  const make = async () => {
    made += 1;
    return (await rsa('a', 1024)).privateKey;
  };
  const keys = await Promise.all(Array.from({ length: 50 }, () => once('a/connector', make)));
  expect([made, new Set(keys).size]).toEqual([1, 1]);
  const fail = () => once('a/other', () => Promise.reject(new Error('no key')));
  await expect(Promise.all([fail(), fail()])).rejects.toThrow('no key');
  await once('a/other', make);
  expect(made).toBe(2);
});
