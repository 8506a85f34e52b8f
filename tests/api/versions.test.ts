// C05: whoever saves can name the version they know, and never overwrites what somebody else has saved meanwhile.
import { api as contract } from '@tessera/contract/api';
import type { Resource } from '@tessera/contract/kit';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { callerWith, meResource, registerConsoleUser } from '../harness/console-user.ts';
import { newOrganization, newOrganizationRole } from '../harness/organizations.ts';
import { newResource, newRole } from '../harness/roles.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { newUser } from '../harness/users.ts';
import type { Answer } from '../harness/visitor.ts';

type Call = (method: string, json?: unknown, headers?: Record<string, string>) => Promise<Answer>;
/** By the address in the contract: something there, two ways to change it, and what tells that it has been changed. */
/** Where the whole is replaced, `rest` is what a change leaves as it is. */
type Case = { call: Call; changes: [object, object]; rest?: object; nth?: (number: number) => object };

const versioned = (Object.values(contract) as Resource[]).flatMap(({ access, operations }) =>
  Object.values(operations).flatMap(({ path, versioned: has }) => (has ? [`${access} ${path}`] : [])),
);
const etagOf = (answer: Answer) => String(answer.headers.get('etag'));

describe('versions', () => {
  let server: TestServer;
  let api: ManagementApi;
  let cases: Record<string, Case>;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    const created = await api.call('POST', '/applications', { name: 'Versioned', type: 'MachineToMachine' });
    const { id } = created.json() as { id: string };
    const { accessToken } = await registerConsoleUser(server, 'administrator');
    const me = callerWith(server, await accessToken(meResource));
    const managed =
      (path: string): Call =>
      (method, json, headers) =>
        api.call(method, path, json, headers);
    const described: Case['changes'] = [{ description: 'One' }, { description: 'Two' }];
    await api.call('POST', '/custom-profile-fields', { name: 'versioned', type: 'Text', required: false });
    const captcha = (siteKey: string) => ({ config: { type: 'Turnstile', siteKey, secretKey: '******' } });
    await api.call('PUT', '/captcha-provider', {
      config: { type: 'Turnstile', siteKey: 'Any', secretKey: 'a secret of theirs' },
    });
    cases = {
      'management /resources/:id': {
        call: managed(`/resources/${(await newResource(api, 'https://versioned.example.com')).id}`),
        changes: [{ name: 'One' }, { name: 'Two' }],
      },
      'management /roles/:id': { call: managed(`/roles/${(await newRole(api)).id}`), changes: described },
      'management /organizations/:organizationId': {
        call: managed(`/organizations/${await newOrganization(api)}`),
        changes: described,
      },
      'management /organization-roles/:organizationRoleId': {
        call: managed(`/organization-roles/${await newOrganizationRole(api)}`),
        changes: described,
      },
      'management /applications/:id': {
        call: managed(`/applications/${id}`),
        changes: [{ description: 'One' }, { description: 'Two', isAdmin: true }],
      },
      'management /users/:userId': {
        call: managed(`/users/${(await newUser(api, { name: 'Versioned' })).id}`),
        changes: [{ name: 'One' }, { name: 'Two' }],
      },
      'management /account-center': {
        call: managed('/account-center'),
        changes: [
          { webauthnRelatedOrigins: ['https://one.example'] },
          { webauthnRelatedOrigins: ['https://two.example'] },
        ],
        nth: (number) => ({ webauthnRelatedOrigins: [`https://try-${number}.example`] }),
      },
      'management /sign-in-exp': {
        call: managed('/sign-in-exp'),
        changes: [{ customCss: 'a {}' }, { customCss: 'b {}' }],
      },
      'management /custom-profile-fields/:name': {
        call: managed('/custom-profile-fields/versioned'),
        changes: described,
        rest: { type: 'Text', required: false },
      },
      'management /captcha-provider': {
        call: managed('/captcha-provider'),
        changes: [captcha('One'), captcha('Two')],
        rest: {},
        nth: (number) => captcha(`Try ${number}`),
      },
      'me ': {
        call: (method, json, headers) => me(method, '/t/admin/me', json, headers),
        changes: [{ name: 'Ada' }, { name: 'Eve' }],
      },
    };
  });

  const savedAt = (address: string) => {
    const { call, changes, rest, nth } = cases[address] as Case;
    const save = (json: object, headers?: Record<string, string>) =>
      call(rest ? 'PUT' : 'PATCH', { ...rest, ...json }, headers);
    return { call, changes, save, nth, unchanged: rest ? changes[1] : {} };
  };

  it('every address with a version has a case here', () => {
    expect(versioned.toSorted()).toEqual(Object.keys(cases).toSorted());
  });

  it.each(versioned)('C05 %s: a known version saves once, an outdated one never', async (address) => {
    const { call, changes, save, unchanged } = savedAt(address);
    const [mine, theirs] = changes;
    const first = etagOf(await call('GET'));
    expect(first).toMatch(/^"v-[\w-]{43}(\.[\w-]{43})?"$/);
    expect(etagOf(await call('GET'))).toBe(first);

    const saved = await save(theirs, { 'if-match': first });
    expect(saved.status, saved.body).toBe(200);
    const second = etagOf(saved);
    expect(second).not.toBe(first);
    const stored = await call('GET');
    expect(etagOf(stored)).toBe(second);

    for (const outdated of [first, `W/${first}`, 'x', '""', '"x", "y"']) {
      const refused = await save(mine, { 'if-match': outdated });
      expect([refused.status, refused.json()], outdated).toMatchObject([412, { code: 'entity.changed_meanwhile' }]);
      expect(refused.headers.get('etag')).toBeNull();
    }
    expect((await call('GET')).body).toBe(stored.body);

    // Weakened by a proxy, among others, or any: still good.
    for (const named of [(tag: string) => `W/${tag}`, (tag: string) => `"x", ${tag}`, () => '*']) {
      const known = named(etagOf(await call('GET')));
      expect((await save(unchanged, { 'if-match': known })).status, known).toBe(200);
    }
    // Who names no version saves as ever.
    const unconditional = await save(mine);
    expect([unconditional.status, unconditional.json()]).toMatchObject([200, mine]);
    expect(etagOf(await call('GET'))).toBe(etagOf(unconditional));
  });

  it.each(versioned)('C05 %s: of 30 saves of the same version at once exactly one succeeds', async (address) => {
    const { call, changes, save, nth } = savedAt(address);
    const [field = ''] = Object.keys(changes[0]);
    const known = etagOf(await call('GET'));
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, number) =>
        save(nth?.(number) ?? { [field]: `Try ${number}` }, { 'if-match': known }),
      ),
    );
    const winner = answers.find(({ status }) => status === 200) as Answer;
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 29 }, () => 412)]);
    const stored = await call('GET');
    expect(etagOf(stored)).toBe(etagOf(winner));
    expect(stored.json()).toMatchObject({ [field]: (winner.json() as Record<string, unknown>)[field] });
  });

  it('C05 a save with a version does not pass one without, nor a deletion', async () => {
    const { id } = (await api.call('POST', '/applications', { name: 'Raced', type: 'SPA' })).json() as { id: string };
    const path = `/applications/${id}`;
    const known = etagOf(await api.call('GET', path));
    const [conditional, ...others] = await Promise.all([
      api.call('PATCH', path, { name: 'Mine' }, { 'if-match': known }),
      ...Array.from({ length: 10 }, (_, number) => api.call('PATCH', path, { description: `Theirs ${number}` })),
    ]);
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
    // Either it came first, or it was refused: the record of its change tells what it was made on top of.
    const [record] = await server.query<{ before: { description: string | null } }>(
      `select before from change_records where entity_id = $1 and after ->> 'name' = 'Mine'
       and before ->> 'name' <> 'Mine'`,
      [id],
    );
    if (conditional.status === 200) expect(record?.before.description).toBeNull();
    else expect([conditional.status, record]).toEqual([412, undefined]);
    await api.call('DELETE', path);
    expect((await api.call('PATCH', path, { name: 'Late' }, { 'if-match': known })).status).toBe(404);
  });

  it('C05 what changes by itself is no other version, and makes the answer a new one all the same', async () => {
    const { id } = await newUser(api, { name: 'Edited' });
    const known = etagOf(await api.call('GET', `/users/${id}?includeSsoIdentities=true`));
    await server.query('update users set last_sign_in_at = now() where id = $1', [id]);
    const seen = await api.call('GET', `/users/${id}?includeSsoIdentities=true`, undefined, { 'if-none-match': known });
    expect([seen.status, seen.json()]).toMatchObject([200, { lastSignInAt: expect.any(Number) }]);
    const save = (name: string) => api.call('PATCH', `/users/${id}`, { name }, { 'if-match': known });
    expect((await save('Saved')).status).toBe(200);
    expect((await save('Late')).status).toBe(412);
  });

  it('an answer that a browser has already is not sent again', async () => {
    const { call } = cases['management /sign-in-exp'] as Case;
    const known = etagOf(await call('GET'));
    const answer = await call('GET', undefined, { 'if-none-match': known });
    expect([answer.status, answer.body]).toEqual([304, '']);
  });
});
