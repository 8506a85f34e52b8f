import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { defaultPasswordPolicy } from './check-password.ts';
import { passwordPolicy } from './password-policy.ts';

describe('passwordPolicy', () => {
  it('fills in defaults', () => {
    expect(z.parse(passwordPolicy, {})).toEqual(defaultPasswordPolicy);
    expect(z.parse(z.partial(passwordPolicy), {})).toEqual(defaultPasswordPolicy);
    expect(z.parse(passwordPolicy, { length: { min: 12 }, rejects: { words: ['acme'] } })).toEqual({
      length: { min: 12, max: 256 },
      characterTypes: { min: 1 },
      rejects: { pwned: true, repetitionAndSequence: true, userInfo: true, words: ['acme'] },
    });
  });

  it('is returned as stored, complete or not', () => {
    expect(z.encode(passwordPolicy, z.parse(passwordPolicy, {}))).toEqual(defaultPasswordPolicy);
    expect(z.encode(z.partial(passwordPolicy), {})).toEqual({});
  });

  it.each([
    { length: { min: 0 } },
    { length: { min: 8.5 } },
    { length: { min: 9, max: 8 } },
    { length: { min: 257 } },
    { characterTypes: { min: 0 } },
    { characterTypes: { min: 5 } },
    { rejects: { words: [7] } },
    { rejects: { pwned: 'yes' } },
  ])('rejects %j', (policy) => {
    expect(z.safeParse(passwordPolicy, policy).success).toBe(false);
  });

  it.each([{ length: { min: 1 } }, { length: { min: 256 } }, { characterTypes: { min: 4 } }])(
    'accepts %j',
    (policy) => {
      expect(z.safeParse(passwordPolicy, policy).success).toBe(true);
    },
  );
});
