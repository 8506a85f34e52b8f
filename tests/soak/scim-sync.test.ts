// A large company in an identity provider.
import { it } from 'vitest';
import { synchronizeTwice } from '../harness/scim-sync.ts';
import { useServer } from '../harness/server.ts';

it('a second synchronization of 10,000 users by SCIM writes nothing', async () => {
  await synchronizeTwice(await useServer(), 10_000);
});
