// Tests the libpq formats with several hosts.
import { describe, expect, it } from 'vitest';
import { parseDatabaseUrl } from './database-url.ts';

const textOf = (url: string) => parseDatabaseUrl(url).addresses.map(({ host, port }) => `${host} ${port}`);

describe('a connection string', () => {
  it.each([
    ['postgresql://db.example.com/app', ['db.example.com 5432']],
    ['postgres://u:p%40ss@one:5433,two:5434/app', ['one 5433', 'two 5434']],
    ['postgresql://u@one,two:5434/app?sslmode=require', ['one 5432', 'two 5434']],
    ['postgresql://[::1]:5433,[fe80::2]/app', ['::1 5433', 'fe80::2 5432']],
    ['postgresql:///app?host=one,two&port=5433,5434', ['one 5433', 'two 5434']],
    ['postgresql://u@/app?host=one,two&port=5433', ['one 5433', 'two 5433']],
    ['postgresql://u@/app?host=/run/postgresql&port=5433', ['/run/postgresql 5433']],
    ['postgresql://u@%2Frun%2Fone,%2Frun%2Ftwo/app', ['/run/one 5432', '/run/two 5432']],
    ['postgresql:///app', ['localhost 5432']],
  ])('%s', (url, addresses) => {
    expect(textOf(url)).toEqual(addresses);
  });

  it('keeps user, password, database and other parameters', () => {
    const { url, sessions } = parseDatabaseUrl(
      'postgresql://u:p%40ss@one,two/app?target_session_attrs=read-write&sslmode=require&load_balance_hosts=random',
    );
    expect(url).toBe('postgresql://u:p%40ss@localhost/app?sslmode=require');
    expect(sessions).toBe('read-write');
  });

  it('is unchanged with a single host', () => {
    const url = 'postgresql://u@/app?host=/run/postgresql&port=5433&sslmode=disable';
    expect(parseDatabaseUrl(url).url).toBe(url);
  });

  it.each(['mysql://one/app', 'postgresql://one:0/app', 'postgresql://one,,two:x/app', 'postgresql://one:99999/app'])(
    'rejects %s',
    (url) => {
      expect(() => parseDatabaseUrl(url)).toThrow();
    },
  );
});
