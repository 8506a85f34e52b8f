// SCIM users: the examples of the RFCs, and the sequences that Entra ID and Okta document.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { enterpriseUrn, newScimClient, patchOf, type ScimClient, type ScimResource, userUrn } from '../harness/scim.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, obtainTokens, password, tokenRequest } from '../harness/sign-in.ts';
import { newUser, type User } from '../harness/users.ts';
import type { Answer } from '../harness/visitor.ts';

const problemOf = (answer: Answer) => {
  const { status, scimType } = answer.json() as { status: string; scimType?: string };
  return [answer.status, status, scimType];
};

describe('SCIM users', () => {
  let server: TestServer;
  let api: ManagementApi;
  let scim: ScimClient;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    scim = await newScimClient(server, api, ['example.com']);
  });
  const stored = async (id: string): Promise<User & { profile: object; primaryEmailVerified: boolean }> =>
    (await api.call('GET', `/users/${id}`)).json();

  it('describes itself, RFC 7644 section 4', async () => {
    const config = await scim.call('GET', '/ServiceProviderConfig');
    expect(config.headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
    expect(config.json()).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 100 },
      etag: { supported: true },
    });
    expect((await scim.call('GET', '/ResourceTypes')).json()).toMatchObject({
      totalResults: 2,
      Resources: [{ id: 'User', endpoint: '/Users', schema: userUrn }, { id: 'Group' }],
    });
    expect((await scim.call('GET', '/ResourceTypes/Group')).json()).toMatchObject({ endpoint: '/Groups' });
    expect((await scim.call('GET', '/Schemas')).json()).toMatchObject({ totalResults: 3 });
    expect((await scim.call('GET', `/Schemas/${enterpriseUrn}`)).json()).toMatchObject({ name: 'EnterpriseUser' });
    expect(problemOf(await scim.call('GET', '/Schemas/urn:unknown'))).toEqual([404, '404', undefined]);
  });

  it('creates, reads, replaces and deletes a user, RFC 7644 section 3', async () => {
    const body = {
      schemas: [userUrn],
      userName: 'bjensen@example.com',
      externalId: 'bjensen',
      name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
      emails: [
        { value: 'bjensen@example.com', type: 'work', primary: true },
        { value: 'babs@jensen.org', type: 'home' },
      ],
      [enterpriseUrn]: { employeeNumber: '701984', manager: { value: '26118915', displayName: 'John Smith' } },
      password: 't1meMa$heen',
      unknown: 'dropped',
    };
    const created = await scim.call('POST', '/Users', body);
    expect(created.status).toBe(201);
    const user = created.json() as ScimResource;
    const { password: _, unknown: __, ...shown } = body;
    expect(user).toMatchObject({ ...shown, schemas: [userUrn, enterpriseUrn], active: true });
    expect(created.body).not.toContain('t1meMa$heen');
    expect(created.headers.get('location')).toBe(user.meta.location);
    expect(created.headers.get('etag')).toBe(user.meta.version);
    expect(user.meta.location).toBe(`${server.base('default')}/api/scim/${scim.ssoConnectorId}/v2/Users/${user.id}`);
    expect(await stored(user.id)).toMatchObject({
      name: 'Ms. Barbara J Jensen III',
      primaryEmail: 'bjensen@example.com',
      primaryEmailVerified: true,
      hasPassword: false,
      profile: { givenName: 'Barbara', familyName: 'Jensen' },
    });

    const read = await scim.call('GET', `/Users/${user.id}`);
    expect(read.json()).toEqual(user);
    const same = await scim.call('GET', `/Users/${user.id}`, undefined, { 'if-none-match': user.meta.version });
    expect([same.status, same.body]).toEqual([304, '']);
    const part = await scim.call('GET', `/Users/${user.id}?attributes=userName,name.familyName,emails.value`);
    expect(part.json()).toEqual({
      ...{ schemas: [userUrn, enterpriseUrn], id: user.id, userName: 'bjensen@example.com' },
      name: { familyName: 'Jensen' },
      emails: [{ value: 'bjensen@example.com' }, { value: 'babs@jensen.org' }],
    });

    const next = { ...body, name: { givenName: 'Babs', familyName: 'Jensen' }, displayName: 'Babs Jensen' };
    const stale = await scim.call('PUT', `/Users/${user.id}`, next, { 'if-match': 'W/"old"' });
    expect(problemOf(stale)).toEqual([412, '412', undefined]);
    const replaced = await scim.call('PUT', `/Users/${user.id}`, next, { 'if-match': user.meta.version });
    expect(replaced.status).toBe(200);
    expect(replaced.headers.get('etag')).not.toBe(user.meta.version);
    expect(await stored(user.id)).toMatchObject({ name: 'Babs Jensen', profile: { givenName: 'Babs' } });

    expect((await scim.call('DELETE', `/Users/${user.id}`)).status).toBe(204);
    expect(problemOf(await scim.call('GET', `/Users/${user.id}`))).toEqual([404, '404', undefined]);
    expect((await api.call('GET', `/users/${user.id}`)).status).toBe(404);
  });

  it('keeps every attribute of the full user, RFC 7643 section 8.2', async () => {
    const certificate = 'MIIDQzCCAqygAwIBAgICEAAwDQYJKoZIhvcNAQEFBQAwTjELMAkGA1UEBhMCVVMx'.repeat(30);
    const address = {
      ...{ streetAddress: '100 Universal City Plaza', locality: 'Hollywood', region: 'CA', postalCode: '91608' },
      ...{
        country: 'USA',
        formatted: '100 Universal City Plaza\nHollywood, CA 91608 USA',
        type: 'work',
        primary: true,
      },
    };
    const kept = {
      ...{ externalId: '701985', userName: 'babs@example.com', displayName: 'Babs Jensen', nickName: 'Babs' },
      name: {
        ...{ formatted: 'Ms. Barbara J Jensen, III', familyName: 'Jensen', givenName: 'Barbara' },
        ...{ middleName: 'Jane', honorificPrefix: 'Ms.', honorificSuffix: 'III' },
      },
      profileUrl: 'https://login.example.com/babs',
      emails: [{ value: 'babs@example.com', type: 'work', primary: true }],
      addresses: [address],
      phoneNumbers: [{ value: '555-555-5555', type: 'work' }],
      ims: [{ value: 'someaimhandle', type: 'aim' }],
      photos: [{ value: 'https://photos.example.com/profilephoto/72930000000Ccne/F', type: 'photo' }],
      ...{ userType: 'Employee', title: 'Tour Guide', preferredLanguage: 'en-US', locale: 'en-US' },
      ...{ timezone: 'America/Los_Angeles', active: true },
      entitlements: [{ value: 'tours' }],
      roles: [{ value: 'guide' }],
      x509Certificates: [{ value: certificate }],
    };
    const user = await scim.createUser('babs@example.com', {
      ...{ ...kept, id: '2819c223-7f76-453a-919d-413861904646', password: 't1meMa$heen' },
      groups: [{ value: 'e9e30dba-f08f-4109-8486-d5c6a331660a', display: 'Tour Guides' }],
      meta: { resourceType: 'User', version: 'W/"a330bc54f0671c9"' },
    });
    const read: Partial<ScimResource> = (await scim.call('GET', `/Users/${user.id}`)).json();
    const { id: _, schemas, meta: __, ...rest } = read as ScimResource & { schemas: string[] };
    expect(schemas).toEqual([userUrn]);
    expect(rest).toEqual(kept);
    const by = async (filter: string) => (await scim.list('Users', { filter })).Resources.map(({ id }) => id);
    expect(await by('ims[type eq "aim" and value sw "some"]')).toEqual([user.id]);
    expect(await by(`x509Certificates eq "${certificate}"`)).toEqual([user.id]);
    const changed = await scim.call(
      ...(['PATCH', `/Users/${user.id}`] as const),
      patchOf(
        { op: 'replace', path: 'ims[type eq "aim"].value', value: 'other' },
        { op: 'remove', path: 'x509Certificates' },
        { op: 'replace', path: 'password', value: 't1meMa$heen' },
      ),
    );
    expect(changed.status, changed.body).toBe(200);
    expect(changed.json()).toMatchObject({ ims: [{ value: 'other', type: 'aim' }] });
    expect(changed.body).not.toContain('x509Certificates');
  });

  it('Entra ID: looks up, creates, updates, disables and enables a user', async () => {
    const userName = 'entra@example.com';
    const filter = `userName eq "${userName}"`;
    expect(await scim.list('Users', { filter })).toMatchObject({ totalResults: 0, itemsPerPage: 0, Resources: [] });
    const { id } = await scim.createUser(userName, {
      schemas: [userUrn, enterpriseUrn],
      ...{ externalId: '0a21f0f2-8d2a-4f8e', displayName: 'Entra User', active: true },
      name: { formatted: 'Given Family', familyName: 'Family', givenName: 'Given' },
    });
    expect((await scim.list('Users', { filter })).Resources).toMatchObject([{ id }]);
    const byEmail = { filter: `emails[type eq "work"].value eq "ENTRA@example.com"` };
    expect((await scim.list('Users', byEmail)).Resources).toMatchObject([{ id }]);

    const updated = await scim.call(
      ...(['PATCH', `/Users/${id}`] as const),
      patchOf(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updated@example.com' },
        { op: 'Replace', path: 'name.familyName', value: 'Updated' },
        { op: 'Add', path: `${enterpriseUrn}:department`, value: 'Sales' },
      ),
    );
    expect(updated.json()).toMatchObject({
      emails: [{ value: 'updated@example.com', type: 'work' }],
      name: { familyName: 'Updated', givenName: 'Given' },
      [enterpriseUrn]: { department: 'Sales' },
    });
    expect(await stored(id)).toMatchObject({ primaryEmail: 'updated@example.com', primaryEmailVerified: true });

    const disable = patchOf({ op: 'Replace', path: 'active', value: 'False' });
    expect((await scim.call('PATCH', `/Users/${id}`, disable)).json()).toMatchObject({ active: false });
    expect(await stored(id)).toMatchObject({ isSuspended: true });
    const enable = patchOf({ op: 'Replace', value: { active: true } });
    expect((await scim.call('PATCH', `/Users/${id}`, enable)).json()).toMatchObject({ active: true });
    expect(await stored(id)).toMatchObject({ isSuspended: false });
  });

  it('Okta: pages, creates, replaces, deactivates and reactivates a user', async () => {
    expect(await scim.list('Users', { startIndex: '1', count: '2' })).toMatchObject({ startIndex: 1 });
    const filter = 'userName eq "okta@example.com"';
    expect((await scim.list('Users', { filter, startIndex: '1', count: '100' })).totalResults).toBe(0);
    const body = {
      schemas: [userUrn],
      ...{ userName: 'okta@example.com', externalId: '00ujl29u0le5T6Aj10h7', locale: 'en-US', groups: [] },
      name: { givenName: 'Okta', familyName: 'User' },
      emails: [{ primary: true, value: 'okta@example.com', type: 'work' }],
      ...{ displayName: 'Okta User', password: '1mz050nq', active: true },
    };
    const { id } = (await scim.call('POST', '/Users', body)).json() as ScimResource;
    const replaced = await scim.call('PUT', `/Users/${id}`, { ...body, id, displayName: 'Renamed', active: true });
    expect(replaced.json()).toMatchObject({ displayName: 'Renamed' });
    const toggle = (active: boolean) =>
      scim.call('PATCH', `/Users/${id}`, patchOf({ op: 'replace', value: { active } }));
    expect((await toggle(false)).json()).toMatchObject({ active: false });
    expect(await stored(id)).toMatchObject({ isSuspended: true, name: 'Renamed' });
    expect((await toggle(true)).json()).toMatchObject({ active: true });
    expect(await stored(id)).toMatchObject({ isSuspended: false });
    expect((await scim.call('PUT', `/Users/${id}`, { ...body, active: false })).json()).toMatchObject({
      active: false,
    });
    expect(await stored(id)).toMatchObject({ isSuspended: true });
  });

  it('reports conflicts and invalid input in the format of the protocol', async () => {
    await scim.createUser('first@example.com', { externalId: 'first' });
    const post = (body: unknown) => scim.call('POST', '/Users', body);
    expect(problemOf(await post({ userName: 'FIRST@example.com' }))).toEqual([409, '409', 'uniqueness']);
    expect(problemOf(await post({ userName: 'other', externalId: 'first' }))).toEqual([409, '409', 'uniqueness']);
    expect(problemOf(await post({ displayName: 'Nameless' }))).toEqual([400, '400', 'invalidValue']);
    expect(problemOf(await post([]))).toEqual([400, '400', 'invalidSyntax']);
    const filtered = await scim.call('GET', '/Users?filter=nonsense');
    expect(problemOf(filtered)).toEqual([400, '400', 'invalidFilter']);
    expect(filtered.headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
    expect(problemOf(await scim.call('GET', '/Users?count=many'))).toEqual([400, '400', 'invalidValue']);
    expect(problemOf(await scim.call('GET', '/Unknown'))).toEqual([404, '404', undefined]);
    const raw = await fetch(`${server.base('default')}/api/scim/${scim.ssoConnectorId}/v2/Users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${scim.token}`, 'content-type': 'application/scim+json' },
      body: '{',
    });
    expect([raw.status, await raw.json()]).toMatchObject([400, { scimType: 'invalidSyntax' }]);
  });

  it('pages in a stable order, and corrects numbers out of range', async () => {
    const before = (await scim.list('Users')).totalResults;
    const names = Array.from({ length: 5 }, (_, at) => `page${at}@example.com`);
    for (const name of names) await scim.createUser(name);
    const pages = await Promise.all(
      [0, 2, 4].map((at) => scim.list('Users', { startIndex: String(before + at + 1), count: '2' })),
    );
    expect(pages.flatMap(({ Resources }) => Resources.map(({ userName }) => userName))).toEqual(names);
    expect(pages.map(({ itemsPerPage }) => itemsPerPage)).toEqual([2, 2, 1]);
    expect(await scim.list('Users', { startIndex: '-5', count: '-1' })).toMatchObject({
      ...{ startIndex: 1, itemsPerPage: 0, totalResults: before + 5 },
    });
  });

  it('a deactivation ends access at once, and an administrator outranks the identity provider', async () => {
    const { id } = await scim.createUser('leaver@example.com');
    await api.call('PATCH', `/users/${id}`, { username: 'leaver' });
    await api.call('PATCH', `/users/${id}/password`, { password });
    const base = server.base('default');
    const client = demoApp(base);
    const { tokens } = await obtainTokens({ base, client, username: 'leaver', password });
    const userInfo = async () =>
      (await fetch(`${base}/oidc/me`, { headers: { authorization: `Bearer ${tokens.access_token}` } })).status;
    expect(await userInfo()).toBe(200);
    expect((await api.call('GET', `/users/${id}/sessions`)).json()).toHaveLength(1);
    await scim.call('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'active', value: false }));
    expect((await api.call('GET', `/users/${id}/sessions`)).json()).toHaveLength(0);
    expect(await userInfo()).toBe(401);
    const refresh = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) };
    expect((await tokenRequest(base, client, refresh)).body.error).toBe('invalid_grant');

    await scim.call('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'active', value: true }));
    expect(await stored(id)).toMatchObject({ isSuspended: false });
    await api.call('PATCH', `/users/${id}/is-suspended`, { isSuspended: true });
    for (const active of [false, true]) {
      await scim.call('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'active', value: active }));
    }
    expect(await stored(id)).toMatchObject({ isSuspended: true });
  });

  it('links an existing user with a verified address of the domain, and releases them', async () => {
    const { id } = await newUser(api, { primaryEmail: 'veteran@example.com', primaryEmailVerified: true });
    const linked = await scim.createUser('veteran@example.com', { displayName: 'Veteran' });
    expect(linked.id).toBe(id);
    expect(await stored(id)).toMatchObject({ name: 'Veteran' });
    expect((await scim.call('DELETE', `/Users/${id}`)).status).toBe(204);
    expect(await stored(id)).toMatchObject({ isSuspended: true });
    expect((await scim.call('GET', `/Users/${id}`)).status).toBe(404);

    // The identity provider changes its mind; an administrator's decision outlasts it.
    const again = await scim.createUser('veteran@example.com', { active: false });
    expect([again.id, await stored(id)]).toMatchObject([id, { isSuspended: true }]);
    await scim.call('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'active', value: true }));
    expect(await stored(id)).toMatchObject({ isSuspended: false });
    await scim.call('DELETE', `/Users/${id}`);
    await scim.createUser('veteran@example.com');
    expect(await stored(id)).toMatchObject({ isSuspended: false });
    await scim.call('DELETE', `/Users/${id}`);
    await api.call('PATCH', `/users/${id}/is-suspended`, { isSuspended: true });
    await scim.createUser('veteran@example.com');
    expect(await stored(id)).toMatchObject({ isSuspended: true });
  });

  it('deletes users 30 days after their deactivation, if the connector is set so', async () => {
    const [created, kept] = [await scim.createUser('old@example.com'), await scim.createUser('recent@example.com')];
    await api.call('PATCH', scim.path, { deactivation: 'delete' });
    for (const { id } of [created, kept]) {
      await scim.call('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'active', value: false }));
    }
    const age = `update scim_users set deactivated_at = now() - interval '31 days' where user_id = $1`;
    await server.query(age, [created.id]);
    await eventually(
      async () => {
        await server.query(`update job_queue set due_at = now() where kind = 'scim-deletions'`);
        return (await api.call('GET', `/users/${created.id}`)).status === 404;
      },
      { what: 'the deletion' },
    );
    expect(await stored(kept.id)).toMatchObject({ isSuspended: true });
    await api.call('PATCH', scim.path, { deactivation: 'suspend' });
  });

  it('an address of another domain stays with the identity provider', async () => {
    const { id } = await scim.createUser('contractor@elsewhere.org');
    expect(await stored(id)).toMatchObject({ primaryEmail: null });
    expect((await scim.call('GET', `/Users/${id}`)).json()).toMatchObject({ userName: 'contractor@elsewhere.org' });
  });
});
