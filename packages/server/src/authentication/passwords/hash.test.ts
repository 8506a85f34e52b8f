import { hash, type Options } from '@node-rs/argon2';
import { afterAll, describe, expect, it } from 'vitest';
import { needsRehash, nobody, parameters, parseArgon2, passwordMethod } from './hash.ts';
import { createPasswords } from './passwords.ts';
import { shareOfThisThread } from './thread-share.ts';

const passwords = createPasswords();
afterAll(passwords.stop);
const tenantId = 'default';
const hashPassword = (password: string) => passwords.hash(tenantId, password);
const verifyNothing = (password: string) => passwords.verifyNothing(tenantId, password);
const verifyPasswordHash = (stored: string, method: string, password: string) =>
  passwords.verify(tenantId, stored, method, password);

const weaker = { memoryCost: 4096, timeCost: 1, parallelism: 1 } satisfies Options;
const [argon2d, argon2i, argon2id] = [0, 1, 2] as const;

describe('passwords', () => {
  it('are hashed with Argon2id and our parameters, each with its own salt', async () => {
    const [one, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect(await verifyPasswordHash(one, passwordMethod, 'correct horse')).toBe(true);
    expect(await verifyPasswordHash(one, passwordMethod, 'Correct horse')).toBe(false);
    expect(await verifyPasswordHash(one, passwordMethod, '')).toBe(false);
    expect(needsRehash(one, passwordMethod)).toBe(false);
  });

  it.each([
    ['Argon2i', argon2i],
    ['Argon2d', argon2d],
    ['Argon2id', argon2id],
  ])('are verified and rehashed when imported as %s', async (method, algorithm) => {
    const stored = await hash('pässwörd', { ...weaker, algorithm });
    expect(await verifyPasswordHash(stored, method, 'pässwörd')).toBe(true);
    expect(await verifyPasswordHash(stored, method, 'password')).toBe(false);
    expect(needsRehash(stored, method)).toBe(true);
  });

  it.each(['memoryCost', 'timeCost', 'parallelism', 'outputLen'] as const)(
    'are rehashed when only %s differs',
    async (name) => {
      const current = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };
      const stored = await hash('x', { ...current, [name]: current[name] * 2, algorithm: argon2id });
      expect(needsRehash(stored, passwordMethod)).toBe(true);
    },
  );

  it.each([
    ['', 'Argon2id'],
    ['garbage', 'Argon2id'],
    ['$argon2id$v=19$m=19456,t=2,p=1$$', 'Argon2id'],
    ['$argon2id$v=19$m=4294967295,t=1,p=1$c29tZXNhbHQ$aGFzaGhhc2hoYXNoaGFzaA', 'Argon2id'],
    ['$argon2id$v=19$m=1024,t=4294967295,p=1$c29tZXNhbHQ$aGFzaGhhc2hoYXNoaGFzaA', 'Argon2id'],
    ['$argon2i$v=19$m=1024,t=1,p=255$c29tZXNhbHQ$aGFzaGhhc2hoYXNoaGFzaA', 'Argon2i'],
    ['5f4dcc3b5aa765d61d8327deb882cf99', 'Rot13'],
    ['5f4dcc3b5aa765d61d8327deb882cf99', 'constructor'],
  ])('never match %j as %s', async (stored, method) => {
    // Computing one of these would take longer than a test may.
    expect(await verifyPasswordHash(stored, method, 'password')).toBe(false);
    expect(needsRehash(stored, method)).toBe(true);
  });

  it('of unknown users cost as much as those of known users', async () => {
    expect(await verifyNothing('wrong')).toBe(false);
    const unknown = parseArgon2(nobody);
    const known = parseArgon2(await hashPassword('correct horse'));
    expect(unknown).toMatchObject(parameters);
    expect(known).toMatchObject(parameters);
  });

  it('do not block the main thread', async () => {
    const share = await shareOfThisThread(() => Promise.all(Array.from({ length: 8 }, () => hashPassword('x'))));
    expect(share).toBeLessThan(0.5);
  });
});
