// A server for one file of API tests: a database of its own and everything a test asks of it.
import type pg from 'pg';
import { afterAll, inject } from 'vitest';
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

/** Starts a server that ends with the test file. */
export const useServer = async (options: StartOptions = {}): Promise<TestServer> => {
  const server = await startServer(options);
  afterAll(() => server.stop().then(() => {}));
  return server;
};
