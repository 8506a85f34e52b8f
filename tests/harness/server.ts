// A server for one API test file, with its own database.
import type pg from 'pg';
import { inject } from 'vitest';
import { pastTheGate } from './process.ts';
import { type Edition, type StartOptions, serversIn, type TestServer } from './test-server.ts';

export type { Edition, TestServer };

/** A migrated and seeded database for exclusive use. */
export const newDatabase = (edition: Edition | 'empty' = 'oss'): Promise<string> =>
  serversIn(inject('superuserUrl')).newDatabase(edition);

/** Runs queries that bypass row-level security. */
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

/** Drops all databases of the file, too. */
export const stopUsedServers = async () => {
  const servers = [...used];
  used.clear();
  // Kill it: a graceful stop takes half a second, and has its own tests.
  await Promise.all(servers.map((server) => server.stop('SIGKILL')));
  await serversIn(inject('superuserUrl')).dropDatabases();
  const refused = servers.flatMap(pastTheGate);
  if (refused.length > 0) throw new Error(refused.join('\n'));
};
