// The server of one journey file, with its own database.
import { test } from '@playwright/test';
import { type StartOptions, serversIn, type TestServer } from '../../harness/test-server.ts';

export const clusterVariable = 'JOURNEYS_CLUSTER';

/** Starts it before the file's tests and stops it afterwards; call the result to get it. */
export const useServer = (options: () => Promise<StartOptions> | StartOptions = () => ({})): (() => TestServer) => {
  let server: TestServer | undefined;
  test.beforeAll(async () => {
    server = await serversIn(process.env[clusterVariable] ?? '').startServer(await options());
  });
  test.afterAll(async () => {
    if (!server) return;
    // Kill it, because a graceful stop takes half a second.
    await server.stop('SIGKILL');
    await serversIn(process.env[clusterVariable] ?? '').dropDatabase(server.databaseUrl);
  });
  return () => {
    if (!server) throw new Error('The server runs only while tests run');
    return server;
  };
};
