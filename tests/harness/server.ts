// A server for one file of API tests: a database of its own and everything a test asks of it.
import type pg from 'pg';
import { inject } from 'vitest';
import { type Edition, type StartOptions, serversIn, type TestServer } from './test-server.ts';

export type { Edition, TestServer };

/** A migrated and seeded database nobody else uses. */
export const newDatabase = (edition: Edition | 'empty' = 'oss'): Promise<string> =>
  serversIn(inject('superuserUrl')).newDatabase(edition);

/** Looks behind the scenes, past row-level security. */
export const asSuperuser = <T>(urlOrName: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  serversIn(inject('superuserUrl')).asSuperuser(urlOrName, work);

export const startServer = (options: StartOptions = {}): Promise<TestServer> =>
  serversIn(inject('superuserUrl')).startServer(options);

const used = new Set<TestServer>();

/** Starts a server that ends with the test file, see after-each-file.ts. */
export const useServer = async (options: StartOptions = {}): Promise<TestServer> => {
  const server = await startServer(options);
  used.add(server);
  return server;
};

export const stopUsedServers = async () => {
  const servers = [...used];
  used.clear();
  // Nobody waits for an answer any more: an orderly end takes half a second, and has tests of its own.
  await Promise.all(servers.map((server) => server.stop('SIGKILL')));
};
