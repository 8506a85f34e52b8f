// An identity provider that synchronizes all of its users twice.
import { expect } from 'vitest';
import { managementApi } from './api.ts';
import { forAll } from './for-all.ts';
import { newScimClient, patchOf, type ScimResource } from './scim.ts';
import type { TestServer } from './server.ts';

/** Expects that the second time writes nothing. */
export const synchronizeTwice = async (server: TestServer, count: number) => {
  const scim = await newScimClient(server, await managementApi(server), ['example.com']);
  const bodyOf = (at: number) => ({
    ...{ userName: `user${at}@example.com`, externalId: `id-${at}`, displayName: `User ${at}`, active: true },
    name: { givenName: 'User', familyName: String(at) },
    emails: [{ value: `user${at}@example.com`, type: 'work', primary: true }],
  });
  const numbers = Array.from({ length: count }, (_, at) => at);
  const ids: string[] = [];
  await forAll(numbers, async (at) => {
    const { id } = await scim.createUser(bodyOf(at).userName, bodyOf(at));
    ids[at] = id;
  });
  const group = await scim.createGroup('Everyone', ids);
  // Counts and transaction numbers of every row that a synchronization could write.
  const tables = ['users', 'scim_users', 'scim_user_emails', 'scim_groups', 'scim_group_members', 'change_records'];
  const snapshot = () =>
    Promise.all(
      [...tables, 'scim_requests'].map((table) =>
        server.query(`select '${table}' as name, count(*), sum(xmin::text::bigint) from ${table}`),
      ),
    );
  const before = await snapshot();
  expect((await scim.list('Users', { count: '1' })).totalResults).toBe(count);
  await forAll(numbers, async (at) => {
    const { userName, ...rest } = bodyOf(at);
    const [known] = (await scim.list('Users', { filter: `userName eq "${userName}"` })).Resources;
    expect(known?.id).toBe(ids[at]);
    const answer =
      at % 2 === 0
        ? await scim.call('PUT', `/Users/${ids[at]}`, { userName, ...rest })
        : await scim.call('PATCH', `/Users/${ids[at]}`, patchOf({ op: 'Replace', value: rest }));
    expect(answer.status).toBe(200);
    expect((answer.json() as ScimResource).meta.version).toBe(known?.meta.version);
  });
  const members = patchOf({ op: 'add', path: 'members', value: ids.map((value) => ({ value })) });
  const same = await scim.call('PATCH', `/Groups/${group.id}?excludedAttributes=members`, members);
  expect([same.status, (same.json() as ScimResource).meta.version]).toEqual([200, group.meta.version]);
  expect(await snapshot()).toEqual(before);
};
