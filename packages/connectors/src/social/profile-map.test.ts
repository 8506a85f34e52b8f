import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { profileMap, userByMap } from './profile-map.ts';

const mapOf = (given?: object) => z.parse(profileMap, given);

describe('profile mapping', () => {
  it('uses the same names by default, and no address is verified', () => {
    const told = { id: 7, email: 'a@b.example', email_verified: true, phone: '49151', name: 'A', avatar: 'https://a' };
    expect(userByMap(told, mapOf())).toEqual({
      id: '7',
      email: 'a@b.example',
      isEmailVerified: false,
      phone: '49151',
      isPhoneVerified: false,
      name: 'A',
      avatar: 'https://a',
      rawData: told,
    });
  });

  it('follows paths, and finds names with dots', () => {
    const map = mapOf({ id: 'user.id', email: 'urn:mail/1.0', emailVerified: 'user.mail.ok', name: 'user.x.y' });
    const told = { user: { id: 'u', mail: { ok: true } }, 'urn:mail/1.0': 'a@b.example' };
    expect(userByMap(told, map)).toMatchObject({ id: 'u', email: 'a@b.example', isEmailVerified: true });
  });

  it.each([false, 'true', 1, null, undefined])('%s is not verified', (ok) => {
    const map = mapOf({ emailVerified: 'ok' });
    expect(userByMap({ id: 'u', email: 'a@b.example', ok }, map).isEmailVerified).toBe(false);
  });

  it.each([[{}], [{ id: '' }], [{ id: { a: 1 } }], [{ id: null }]])('%j has no ID', (told) => {
    expect(() => userByMap(told, mapOf())).toThrow('the profile has no id');
  });

  it('finds nothing in prototypes', () => {
    expect(() => userByMap({}, mapOf({ id: 'constructor.name' }))).toThrow();
  });
});
