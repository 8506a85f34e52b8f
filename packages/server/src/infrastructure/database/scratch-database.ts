// A migrated database for the tests of a file, with the tenants `a`, `b` and `admin` before each test.
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { migrate, runtimeRole } from './migrate.ts';
import { become, type ScratchServer, startScratchServer } from './scratch-server.ts';

export type Scratch = {
  url: string;
  /** The owner of the tables, an ordinary role. */
  owner: pg.Client;
  /** A superuser acting as the request role. */
  runtime: pg.Client;
};

/** Passes it on once created, before the first test. */
export const useScratchDatabase = (take: (scratch: Scratch) => void) => {
  let server: ScratchServer | undefined;
  let scratch: Scratch | undefined;

  beforeAll(async () => {
    server = await startScratchServer();
    const { url, superuserUrl } = await server.createDatabase();
    await migrate({ url, log: () => {} });
    await migrate({ url: superuserUrl, log: () => {} });
    const runtime = await server.connect(superuserUrl);
    await runtime.query(`set role ${await runtimeRole(runtime)}`);
    scratch = { url, owner: await server.connect(url), runtime };
    take(scratch);
  }, 60_000);

  afterAll(() => server?.stop(), 60_000);

  beforeEach(async () => {
    if (!scratch) return;
    await scratch.owner.query(`delete from tenants; insert into tenants (id) values ('a'), ('b'), ('admin')`);
    await become(scratch.owner, 'a');
    await become(scratch.runtime, 'a');
  });
};
