// Generated SCIM filters on users and groups find what a plain evaluation finds in all of them.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { forAll } from '../harness/for-all.ts';
import { enterpriseUrn, newScimClient, type ScimClient, type ScimResource, userUrn } from '../harness/scim.ts';
import { type Attributes, evaluate, filtersOn, textOf } from '../harness/scim-filters.ts';
import { useServer } from '../harness/server.ts';

const count = 60;
const titles = ['Engineer', 'engineer II', 'Über-Chef', '100% _\\', '"quoted"', undefined];

describe('SCIM filters', () => {
  let scim: ScimClient;
  const all: Record<'Users' | 'Groups', ScimResource[]> = { Users: [], Groups: [] };
  beforeAll(async () => {
    const server = await useServer();
    scim = await newScimClient(server, await managementApi(server), ['example.com']);
    const members: string[][] = [[], [], [], []];
    await forAll(
      Array.from({ length: count }, (_, at) => at),
      async (at) => {
        const { id } = await scim.createUser(`User${at}@example.com`, {
          ...(at % 3 === 0 && { externalId: `Ext-${at}` }),
          active: at % 4 !== 0,
          title: titles[at % titles.length],
          name: { familyName: `Family${at % 7}`, ...(at % 2 === 0 && { givenName: `GÉn${at}` }) },
          emails: [
            { value: `User${at}@example.com`, type: 'work', primary: true },
            ...(at % 5 === 0 ? [{ value: `HÖME${at}@elsewhere.org`, type: 'home' }] : []),
          ],
          ...(at % 6 === 0 && { ims: [{ value: `im${at}`, type: 'xmpp', primary: at % 4 === 0 }] }),
          ...(at % 3 === 1 && {
            [enterpriseUrn]: { department: `Dept ${at % 4}`, manager: { value: `boss${at % 2}` } },
          }),
        });
        members[at % 5]?.push(id);
      },
    );
    await forAll(members, async (ids) => {
      const at = members.indexOf(ids);
      await scim.createGroup(`Group ${'ABCD'[at]}`, at === 3 ? [] : ids);
    });
    for (const kind of ['Users', 'Groups'] as const) all[kind] = (await scim.list(kind)).Resources;
  });

  const differences = async (kind: 'Users' | 'Groups', attributes: Attributes, numRuns: number) => {
    let telling = 0;
    for (const filter of fc.sample(filtersOn(attributes), { numRuns })) {
      const text = textOf(filter);
      const found = await scim.list(kind, { filter: text, attributes: 'id' });
      const expected = all[kind].filter((resource) => evaluate(attributes, filter, resource)).map(({ id }) => id);
      expect([text, found.Resources.map(({ id }) => id)]).toEqual([text, expected]);
      expect(found.totalResults).toBe(expected.length);
      telling += expected.length > 0 && expected.length < all[kind].length ? 1 : 0;
    }
    return telling;
  };
  const times = () => all.Users.flatMap(({ meta }) => (meta as unknown as { created: string }).created);
  const meta = (resourceType: string) => ({
    'meta.resourceType': { type: 'exact', values: [resourceType, 'user', 'Other'] } as const,
    'meta.created': { type: 'time', values: [times()[7] ?? '', times()[40] ?? '', '2000-01-01T00:00:00Z'] } as const,
    'meta.lastModified': { type: 'time', values: [times()[20] ?? '', '2999-01-01T01:00:00+01:00'] } as const,
  });

  it('find the same users as a plain evaluation', async () => {
    const groups = all.Groups.map(({ id }) => id);
    const attributes: Attributes = {
      single: {
        id: { type: 'exact', values: [all.Users[5]?.id ?? '', 'x'] },
        userName: { type: 'text', values: ['USER1', 'user12@example.com', '@Example', ''] },
        [`${userUrn}:userName`]: { type: 'text', values: ['USER1', '7@example.com'] },
        externalId: { type: 'exact', values: ['Ext-3', 'ext-3', '-', '9'] },
        active: { type: 'boolean', values: [] },
        title: { type: 'text', values: ['engineer', 'ENGINEER II', 'über', '%', '_', '\\', '"quoted"', ''] },
        'name.familyName': { type: 'text', values: ['family3', 'F', '5'] },
        'name.givenName': { type: 'text', values: ['gén1', 'GÉN', '0', 'é'] },
        nickName: { type: 'text', values: ['x'] },
        [`${enterpriseUrn}:department`]: { type: 'text', values: ['DEPT 2', 'dept', '1'] },
        [`${enterpriseUrn}:manager.value`]: { type: 'text', values: ['BOSS1', 'boss'] },
        ...meta('User'),
      },
      multi: {
        emails: {
          value: { type: 'text', values: ['USER15@example.com', 'höme5@elsewhere.org', 'HÖME', '.org', 'user'] },
          type: { type: 'text', values: ['WORK', 'home', 'o'] },
          primary: { type: 'boolean', values: [] },
        },
        ims: {
          value: { type: 'text', values: ['im6', 'IM', '8'] },
          display: { type: 'text', values: ['x'] },
          primary: { type: 'boolean', values: [] },
        },
        groups: {
          value: { type: 'text', values: [groups[0] ?? '', 'x'] },
          display: { type: 'text', values: ['group a', 'B', 'Group'] },
          type: { type: 'text', values: ['direct', 'indirect'] },
        },
        schemas: { value: { type: 'text', values: [userUrn, enterpriseUrn.toUpperCase(), 'enterprise'] } },
      },
    };
    expect(await differences('Users', attributes, 250)).toBeGreaterThan(60);
  });

  it('find the same groups as a plain evaluation', async () => {
    const member = all.Users[1]?.id ?? '';
    const attributes: Attributes = {
      single: {
        id: { type: 'exact', values: [all.Groups[1]?.id ?? '', 'x'] },
        displayName: { type: 'text', values: ['group a', 'GROUP C', 'b', ''] },
        externalId: { type: 'exact', values: ['x'] },
        ...meta('Group'),
      },
      multi: {
        members: {
          value: { type: 'exact', values: [member, member.toUpperCase(), all.Users[2]?.id ?? ''] },
          display: { type: 'text', values: ['USER1@example.com', '2@', 'user'] },
          type: { type: 'text', values: ['user', 'Group'] },
        },
        schemas: { value: { type: 'text', values: ['urn:ietf:params:scim:schemas:core:2.0:Group', 'user'] } },
      },
    };
    expect(await differences('Groups', attributes, 100)).toBeGreaterThan(20);
  });

  it('ask for complex attributes by their presence only', async () => {
    const total = async (filter: string) => (await scim.list('Users', { filter })).totalResults;
    expect([await total('meta pr'), await total('name pr'), await total('addresses pr')]).toEqual([count, count, 0]);
    expect(await total(`${enterpriseUrn}:manager pr`)).toBe(count / 3);
    expect([await total('emails eq null'), await total('ims eq null')]).toEqual([0, count - count / 6]);
    for (const filter of [
      'name eq "x"',
      'meta eq "x"',
      'meta.version eq "x"',
      'x509Certificates gt "x"',
      'groups[$ref pr]',
    ]) {
      const answer = await scim.call('GET', `/Users?${new URLSearchParams({ filter })}`);
      expect([filter, answer.status, (answer.json() as { scimType: string }).scimType]).toEqual([
        ...[filter, 400, 'invalidFilter'],
      ]);
    }
  });
});
