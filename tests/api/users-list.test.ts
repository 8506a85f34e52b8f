// The user list for the console: filters, sorting, and keyword search ranked by relevance.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';

const day = 86_400_000;
const start = Date.parse('2026-01-01T00:00:00Z');

describe('the user list', () => {
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    const factor = (type: string) => `["${type}"]`;
    await server.query(
      `insert into users (tenant_id, id, username, primary_email, primary_phone, name, is_suspended, mfa_factors,
         password_encrypted, password_encryption_method, application_id, created_at)
       values
         ('default', 'u1', 'ada', 'ada@corp.example', '4930123456', 'Ada', false, $1, 'x', 'MD5', 'shop', $4),
         ('default', 'u2', null, 'grace@CORP.example', null, 'Ada Lovelace', true, $2, null, null, 'shop', $5),
         ('default', 'u3', 'canada_fan', 'c@xcorp.example', null, null, false, $3, 'x', 'MD5', null, $6),
         ('default', 'adaqwertyuio', 'zoe', 'zoe@example.org', '49301234567', 'Zoë', false, $3, 'x', 'MD5', null, $7),
         ('default', 'xadazzzzzzzz', 'yan', null, null, '李娜', false, $3, 'x', 'MD5', null, $7)`,
      [...[factor('Totp'), factor('WebAuthn'), '[]'], ...[0, 1, 2, 3].map((days) => new Date(start + days * day))],
    );
  });

  const ids = async (query: string) => {
    const answer = await api.call('GET', `/users?${query}`);
    expect(answer.status, answer.body).toBe(200);
    const found = (answer.json() as { id: string }[]).map(({ id }) => id);
    expect(answer.headers.get('total-number')).toBe(String(found.length));
    return found;
  };

  // biome-ignore format: one line each
  it.each([
    ['suspended', 'status=suspended', ['u2']],
    ['active', 'status=active', ['adaqwertyuio', 'xadazzzzzzzz', 'u3', 'u1']],
    ['without a password', 'passwordStatus=none', ['u2']],
    ['with a password and a factor', 'passwordStatus=set&mfa=any', ['u1']],
    ['with a passkey', 'mfa=WebAuthn', ['u2']],
    ['with an authenticator app', 'mfa=Totp', ['u1']],
    ['without a factor', 'mfa=none', ['adaqwertyuio', 'xadazzzzzzzz', 'u3']],
    ['of an application', 'signUpApplicationId=shop', ['u2', 'u1']],
    ['of a domain, which is no part of another', 'emailDomain=Corp.example', ['u2', 'u1']],
    ['of a domain with signs of patterns', 'emailDomain=%25.example', []],
    ['created in between', `createdFrom=${start + day}&createdTo=${start + 2 * day}`, ['u2']],
    ['the oldest first', 'sort=createdAt', ['u1', 'u2', 'u3', 'xadazzzzzzzz', 'adaqwertyuio']],
    ['the oldest suspended first', 'sort=createdAt&mfa=none', ['u3', 'xadazzzzzzzz', 'adaqwertyuio']],
  ])('lists users: %s', async (_, query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  // biome-ignore format: one line each
  it.each([
    ['the exact name, then its beginning, then parts', 'ada', ['u1', 'u2', 'adaqwertyuio', 'u3']],
    ['a whole address in any case', 'GRACE@corp.example', ['u2']],
    ['a whole ID', 'adaqwertyuio', ['adaqwertyuio']],
    ['the beginning of an ID, and no other part of one', 'adaqw', ['adaqwertyuio']],
    ['no part of an ID', 'zzzz', []],
    ['a number as it is written, the whole one first', '+49 (30) 123-456', ['u1', 'adaqwertyuio']],
    ['two letters', 'zo', ['adaqwertyuio']],
    ['a short name in another alphabet', '李娜', ['xadazzzzzzzz']],
    ['no wildcards', '%', []],
    ['a sign for one letter as it is', 'a_f', ['u3']],
  ])('finds by keyword: %s', async (_, keyword, expected) => {
    expect(await ids(`q=${encodeURIComponent(keyword)}`)).toEqual(expected);
  });

  it('combines a keyword with filters', async () => {
    expect(await ids('q=ada&status=suspended')).toEqual(['u2']);
    expect(await ids('q=ada&mfa=none&emailDomain=example.org')).toEqual(['adaqwertyuio']);
  });

  it('returns the types of factors, and nothing else about them', async () => {
    const [listed] = (await api.call('GET', '/users?q=u1')).json() as [Record<string, unknown>];
    expect(listed).toMatchObject({ id: 'u1', mfaFactors: ['Totp'], hasPassword: true });
    expect(listed).not.toHaveProperty('mfaVerifications');
    expect((await api.call('GET', '/users/u2')).json()).toMatchObject({ mfaFactors: ['WebAuthn'] });
  });

  it.each([
    'status=gone',
    'mfa=SMS',
    'passwordStatus=weak',
    'createdFrom=yesterday',
    'createdTo=-1',
    'sort=name',
    'q=',
  ])('refuses %s', async (query) => {
    expect(outcome(await api.call('GET', `/users?${query}`))).toEqual([400, 'guard.invalid_input']);
  });

  it('pages a frequent keyword without duplicates, and all users from both ends', async () => {
    await server.query(
      `insert into users (tenant_id, id, name, created_at)
       select 'default', 'many' || n, case when n % 3 = 0 then 'crowd ' else 'some crowd ' end || n,
         timestamptz '2025-01-01' + n * interval '1 minute' from generate_series(1, 250) as n`,
    );
    const read = async (query: string, pages: number) => {
      const all: string[] = [];
      for (let page = 1; page <= pages; page += 1) {
        const answer = await api.call('GET', `/users?${query}&page_size=50&page=${page}`);
        all.push(...(answer.json() as { id: string }[]).map(({ id }) => id));
      }
      return all;
    };
    const crowd = await read('q=crowd', 6);
    expect([crowd.length, new Set(crowd).size]).toEqual([250, 250]);
    expect(crowd[0]).toBe('many249');
    const [total] = await server.query<{ ids: string[] }>(
      `select array_agg(id order by created_at desc, id) as ids from users where tenant_id = 'default'`,
    );
    const expected = total?.ids ?? [];
    expect(await read('', 7)).toEqual(expected);
    const oldest = await server.query<{ id: string }>(
      `select id from users where tenant_id = 'default' order by created_at, id desc`,
    );
    expect(await read('sort=createdAt', 7)).toEqual(oldest.map(({ id }) => id));
  });
});
