// The server of one journey file, on a database of its own.
import { test } from '@playwright/test';
import { type StartOptions, serversIn, type TestServer } from '../../harness/test-server.ts';

export const clusterVariable = 'JOURNEYS_CLUSTER';

/** Starts it before the tests of the file and ends it after them; call the result to get it. */
export const useServer = (options: () => Promise<StartOptions> | StartOptions = () => ({})): (() => TestServer) => {
  let server: TestServer | undefined;
  test.beforeAll(async () => {
    server = await serversIn(process.env[clusterVariable] ?? '').startServer(await options());
  });
  test.afterAll(async () => {
    // Nobody waits for an answer any more, and an orderly end takes half a second.
    await server?.stop('SIGKILL');
  });
  return () => {
    if (!server) throw new Error('The server runs only while tests run');
    return server;
  };
};
