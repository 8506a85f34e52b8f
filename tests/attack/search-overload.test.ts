// Searches and slow statements: one tenant cannot use up the CPU or the connections of others.
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { outcome } from '../harness/interactions.ts';
import { asSuperuser, type TestServer, useServer } from '../harness/server.ts';
import { authorizationUrl, pkce } from '../harness/sign-in.ts';
import { createTenants, type Tenant } from '../harness/tenants.ts';
import { waitingFor } from '../harness/waiting-statements.ts';

const hostile = '^(.*)(.*)(.*)(.*)(.*)\\1\\2\\3\\4\\5.*b(c|\\1)$';

describe('R12 searches of several tenants', () => {
  let server: TestServer;
  let attacker: Tenant;
  beforeAll(async () => {
    server = await useServer({ edition: 'cloud', env: { DATABASE_POOL_SIZE: '3' } });
    [attacker] = (await createTenants(server, 1)) as [Tenant];
    await server.query(`insert into users (tenant_id, id, name) values ($1, 'long', $2)`, [
      attacker.id,
      `${'a'.repeat(100)}b`,
    ]);
  });
  const search = (list: string, mode: string, pattern: string) =>
    attacker.api.call(
      'GET',
      `/${list}?mode=${mode}&isCaseSensitive=true&search.name=${encodeURIComponent(pattern)}&page=1`,
    );
  /** Another transaction locks the table, so that every statement on it waits. */
  const whileLocked = <T>(table: string, work: (client: Parameters<typeof waitingFor>[0]) => Promise<T>) =>
    asSuperuser(server.databaseUrl, async (client) => {
      await client.query('begin');
      await client.query(`lock table ${table} in access exclusive mode`);
      const result = await work(client);
      await client.query('rollback');
      return result;
    });

  it.each([
    ['back-references', hostile],
    ['a back-reference behind an escaped backslash', '(a*)\\\\\\1'],
    ['a back-reference in a basic expression', '***:(?b)[\\]\\(a*\\)\\1'],
    ['repetitions of repetitions', '(a{1,200}b?){1,200}$'],
    ['repetitions of repetitions, some groups deeper', '((x|(a+))b?){1,200}$'],
    ['lookahead', '(?=a*b)(?=a*c)x'],
    ['a pattern of great length', 'a?'.repeat(400)],
  ])('R12 refuses %s', async (_, pattern) => {
    for (const list of ['users', 'roles', 'applications']) {
      expect(outcome(await search(list, 'posix', pattern))).toEqual([400, 'request.invalid_input']);
    }
  });

  it('R12 rejects back-references in SQL patterns', async () => {
    expect(outcome(await search('users', 'similar_to', '(_*)(_*)\\1\\2b'))).toEqual([400, 'request.invalid_input']);
  });

  it.each([
    ['^(a|b)+c?$', 'posix'],
    ['(Ada|grace)%', 'similar_to'],
    ['[\\w.]+@(mail\\.)?example\\.com', 'posix'],
    ['a{3,}\\d', 'posix'],
  ])('R12 accepts an ordinary pattern: %s', async (pattern, mode) => {
    expect(outcome(await search('users', mode, pattern))).toEqual([200]);
  });

  it('R12 cancels a pattern search after a second', async () => {
    const answer = await whileLocked('users', () => search('users', 'posix', '^a+b$'));
    expect(outcome(answer)).toEqual([422, 'request.search_too_slow']);
    expect(outcome(await search('users', 'posix', '^a+b$'))).toEqual([200]);
  });

  it('R33 cancels a pattern search after a second, also together with a keyword', async () => {
    const find = () => attacker.api.call('GET', '/users?q=a&mode=posix&search.name=%5Ea%2Bb%24&page=1');
    expect(outcome(await whileLocked('users', find))).toEqual([422, 'request.search_too_slow']);
    expect(outcome(await find())).toEqual([200]);
  });

  it('R12 slow statements of one tenant leave connections to others', async () => {
    const state = { answered: 0 };
    const call = async () => {
      const { status } = await attacker.api.call('GET', '/hooks');
      state.answered += 1;
      return status;
    };
    const client = { clientId: 'admin-console', redirectUri: `${server.origin}/callback` };
    const authorize = async () => {
      const url = authorizationUrl({ base: server.base('admin'), client }, pkce().challenge);
      return (await fetch(url, { redirect: 'manual' })).status;
    };
    const { waiting, statuses } = await whileLocked('hooks', async (locking) => {
      const waiting = Array.from({ length: 8 }, call);
      await eventually(async () => (await waitingFor(locking)).length > 0);
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 5; attempt += 1) statuses.push(await authorize());
      expect(state.answered).toBeLessThan(waiting.length);
      return { waiting, statuses };
    });
    await Promise.all(waiting);
    expect(statuses).toEqual([303, 303, 303, 303, 303]);
  });
});
