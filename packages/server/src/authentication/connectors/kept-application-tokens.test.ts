import { expect, it } from 'vitest';
import { createApplicationTokens } from './kept-application-tokens.ts';

const setUp = () => {
  let now = 0;
  let loads = 0;
  const tokens = createApplicationTokens({ now: () => now });
  return {
    pass: (seconds: number) => {
      now += seconds * 1000;
    },
    loads: () => loads,
    read: (expiresIn: number, refused?: string) =>
      tokens('key', async () => ({ token: `token ${++loads}`, expiresIn }), refused),
  };
};

it('loads a token once for all readers, and again a minute before it expires', async () => {
  const { pass, loads, read } = setUp();
  expect(await Promise.all([read(7_200), read(7_200)])).toEqual(['token 1', 'token 1']);
  pass(7_139);
  expect(await read(7_200)).toBe('token 1');
  pass(1);
  expect([await read(7_200), loads()]).toEqual(['token 2', 2]);
});

it('replaces a token that the provider refuses, once for all readers', async () => {
  const { loads, read } = setUp();
  const first = await read(7_200);
  expect(await Promise.all([read(7_200, first), read(7_200, first)])).toEqual(['token 2', 'token 2']);
  expect([await read(7_200, first), loads()]).toEqual(['token 2', 2]);
});

it.each([0, -1, 59])('keeps no token that is valid for %d seconds', async (seconds) => {
  const { read } = setUp();
  expect([await read(seconds), await read(seconds)]).toEqual(['token 1', 'token 2']);
});

it('keeps a token for two hours at most', async () => {
  const { pass, read } = setUp();
  await read(1e9);
  pass(7_200);
  expect(await read(1e9)).toBe('token 2');
});

it('tries again after a failure', async () => {
  const tokens = createApplicationTokens({ now: () => 0 });
  await expect(tokens('key', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await tokens('key', async () => ({ token: 'token', expiresIn: 7_200 }))).toBe('token');
});
