// Imported hashes: which are accepted, what matches them, and their cost.
import { createHash, pbkdf2Sync } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { afterAll, describe, expect, it } from 'vitest';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { needsRehash } from './hash.ts';
import { importedPassword } from './imported.ts';
import { createPasswords } from './passwords.ts';
import { shareOfThisThread } from './thread-share.ts';

const passwords = createPasswords();
afterAll(passwords.stop);
const verifyPasswordHash = (stored: string, method: string, password: string) =>
  passwords.verify('default', stored, method, password);

const password = 'pässwörd';
const hex = (algorithm: string, text = password) => createHash(algorithm).update(text).digest('hex');
const legacy = (algorithm: string, args: (string | number)[], expected: string) =>
  JSON.stringify([algorithm, args, expected]);
const derived = (salt: string, iterations: number, length: number, digest: string) =>
  pbkdf2Sync(password, salt, iterations, length, digest).toString('hex');
const argon2 = (algorithm: 0 | 1 | 2, more = {}) =>
  hash(password, { algorithm, memoryCost: 1024, timeCost: 1, parallelism: 1, ...more });

const accepted: [name: string, algorithm: string, digest: string | Promise<string>][] = [
  ['Argon2d', 'Argon2d', argon2(0)],
  ['Argon2i', 'Argon2i', argon2(1)],
  ['Argon2id', 'Argon2id', argon2(2)],
  ['Argon2i of version 16', 'Argon2i', argon2(1, { version: 0 })],
  ['MD5', 'MD5', hex('md5')],
  ['SHA1', 'SHA1', hex('sha1')],
  ['SHA256', 'SHA256', hex('sha256')],
  ['SHA256 in capitals', 'SHA256', hex('sha256').toUpperCase()],
  ['Bcrypt 2b', 'Bcrypt', '$2b$04$abcdefghijklmnopqrstuuyx2n0Zzopyr9QuYTMCfOJJOj526QVoC'],
  ['Bcrypt 2a', 'Bcrypt', '$2a$06$N9qo8uLOickgx2ZMRZoMyegEfyDB0UGGyhbPleskw1wG7GT2krZFu'],
  ['Bcrypt 2y', 'Bcrypt', '$2y$10$......................fiFpKnksqdh4kPbcKBE07aRafSx.Ybu'],
  ['a hash alone', 'Legacy', legacy('sha512', ['@'], hex('sha512'))],
  ['salt before', 'Legacy', legacy('SHA256', ['salt', '@'], hex('sha256', `salt${password}`))],
  ['salt around', 'Legacy', legacy('md5', ['a', '@', 'b'], hex('md5', `a${password}b`).toUpperCase())],
  ['a hash of Node', 'Legacy', legacy('sha3-256', ['@', 'salt'], hex('sha3-256', `${password}salt`))],
  ['pbkdf2', 'Legacy', legacy('pbkdf2', ['salt', '1000', '20', 'sha512', '@'], derived('salt', 1000, 20, 'sha512'))],
  ['pbkdf2, numbers', 'Legacy', legacy('pbkdf2', ['s', 10_000, 32, 'sha256', '@'], derived('s', 10_000, 32, 'sha256'))],
];

describe('imported passwords', () => {
  it.each(accepted)('match as %s, and are rehashed', async (_, algorithm, digest) => {
    const stored = importedPassword(algorithm, await digest);
    expect(stored.passwordEncryptionMethod).toBe(algorithm);
    const fits = (text: string) => verifyPasswordHash(stored.passwordEncrypted, algorithm, text);
    expect(await fits(password)).toBe(true);
    expect(await fits('password')).toBe(false);
    expect(await fits('')).toBe(false);
    expect(needsRehash(stored.passwordEncrypted, algorithm)).toBe(true);
  });

  it.each([
    ['', '$2b$04$abcdefghijklmnopqrstuubyCG3zY1GIXMyxfivm.ClDiInHzxjiq'],
    ['a', '$2y$10$......................xKCzFv/EViOW9WnF221DLG7MpmI.n46'],
    ['correct horse', '$2a$06$N9qo8uLOickgx2ZMRZoMyeOx4p9vaB0cl4/MY6IBAjmsxdir738TC'],
    ['x'.repeat(80), '$2b$04$abcdefghijklmnopqrstuubzadhGtS2zEF.gu0yd0opP6cVzb.e0i'],
    // bcrypt ignores everything past 72 bytes.
    ['x'.repeat(72), '$2b$04$abcdefghijklmnopqrstuubzadhGtS2zEF.gu0yd0opP6cVzb.e0i'],
  ])('%j matches the bcrypt hash of the C library', async (text, stored) => {
    expect(await verifyPasswordHash(stored, 'Bcrypt', text)).toBe(true);
    expect(await verifyPasswordHash(stored, 'Bcrypt', `y${text.slice(1)}`)).toBe(false);
  });

  const format = 'password.invalid_legacy_password_format';
  const unknown = 'password.unsupported_legacy_hash_algorithm';
  const invalid = 'guard.invalid_input';
  const salted = (m: number, t: number, p: number) =>
    `$argon2id$v=19$m=${m},t=${t},p=${p}$c29tZXNhbHRzb21l$aGFzaGhhc2hoYXNoaGFzaA`;
  it.each([
    ['Rot13', 'cnffjbeq', 'password.unsupported_encryption_method'],
    ['constructor', hex('md5'), 'password.unsupported_encryption_method'],
    ['sha1', hex('sha1'), 'password.unsupported_encryption_method'],
    ['MD5', '', invalid],
    ['MD5', hex('sha1'), invalid],
    ['SHA1', 'z'.repeat(40), invalid],
    ['SHA256', hex('sha256').slice(2), invalid],
    ['Bcrypt', hex('md5'), invalid],
    ['Bcrypt', '$2x$06$N9qo8uLOickgx2ZMRZoMyegEfyDB0UGGyhbPleskw1wG7GT2krZFu', invalid],
    ['Bcrypt', '$2b$03$N9qo8uLOickgx2ZMRZoMyegEfyDB0UGGyhbPleskw1wG7GT2krZFu', invalid],
    ['Bcrypt', '$2b$13$N9qo8uLOickgx2ZMRZoMyegEfyDB0UGGyhbPleskw1wG7GT2krZFu', invalid],
    ['Bcrypt', '$2b$16$N9qo8uLOickgx2ZMRZoMyegEfyDB0UGGyhbPleskw1wG7GT2krZFu', invalid],
    ['Bcrypt', '$2b$31$N9qo8uLOickgx2ZMRZoMyegEfyDB0UGGyhbPleskw1wG7GT2krZFu', invalid],
    ['Argon2id', 'garbage', invalid],
    ['Argon2i', salted(1024, 1, 1), invalid],
    ['Argon2id', salted(4_194_304, 1, 1), invalid],
    ['Argon2id', salted(1024, 1_000_000, 1), invalid],
    ['Argon2id', salted(65_536, 5, 1), invalid],
    ['Argon2id', salted(65_537, 1, 1), invalid],
    ['Argon2id', salted(1024, 1, 5), invalid],
    ['Argon2id', salted(1024, 1, 255), invalid],
    ['Argon2id', `${salted(1024, 1, 1)}${'A'.repeat(256)}`, invalid],
    ['Legacy', 'garbage', format],
    ['Legacy', '{}', format],
    ['Legacy', legacy('sha256', ['salt'], hex('sha256', 'salt')), format],
    ['Legacy', legacy('sha256', ['@'], hex('md5')), format],
    ['Legacy', legacy('sha256', ['@'], 'nothing'), format],
    ['Legacy', legacy('sha256', ['@', 'x'.repeat(200)], hex('sha256')), format],
    ['Legacy', legacy('rot13', ['@'], hex('sha256')), unknown],
    ['Legacy', legacy('pbkdf2', ['s', 1000, 16, 'rot13', '@'], hex('md5')), unknown],
    ['Legacy', legacy('pbkdf2', ['s', 1000, 16, 'sha256'], hex('md5')), format],
    ['Legacy', legacy('pbkdf2', ['s', 0, 16, 'sha256', '@'], hex('md5')), format],
    ['Legacy', legacy('pbkdf2', ['s', '1e9', 16, 'sha256', '@'], hex('md5')), format],
    ['Legacy', legacy('pbkdf2', ['s', 900_000_000, 16, 'sha256', '@'], hex('md5')), format],
    ['Legacy', legacy('pbkdf2', ['s', 1_300_001, 16, 'sha256', '@'], hex('md5')), invalid],
    ['Legacy', legacy('pbkdf2', ['s', 1000, 20, 'sha256', '@'], hex('md5')), format],
    ['Legacy', legacy('pbkdf2', ['s', 1000, 4, 'sha256', '@'], 'deadbeef'), format],
  ])('refuse %s %j', (algorithm, digest, code) => {
    const take = () => importedPassword(algorithm, digest);
    expect(take).toThrow(RequestError);
    expect(take).toThrow(expect.objectContaining({ code, status: 400 }));
  });

  it('do not block the main thread while bcrypt computes', async () => {
    const stored = '$2y$12$......................fiFpKnksqdh4kPbcKBE07aRafSx.Ybu';
    // The first verification starts a worker.
    await verifyPasswordHash(stored, 'Bcrypt', 'x');
    expect(await shareOfThisThread(() => verifyPasswordHash(stored, 'Bcrypt', 'x'))).toBeLessThan(0.5);
  });

  it('are verified if stored already, however expensive', async () => {
    const costly = await hash(password, { algorithm: 2, memoryCost: 131_072, timeCost: 1, parallelism: 8 });
    expect(await verifyPasswordHash(costly, 'Argon2id', password)).toBe(true);
    expect(await verifyPasswordHash(costly, 'Argon2id', 'password')).toBe(false);
  });
});
