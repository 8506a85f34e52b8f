// C05: conditional updates never overwrite another user's changes.
import { api as contract } from '@tessera/contract/api';
import type { Resource } from '@tessera/contract/kit';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { callerWith, meResource, registerConsoleUser } from '../harness/console-user.ts';
import { newOrganization, newOrganizationRole } from '../harness/organizations.ts';
import { newResource, newRole } from '../harness/roles.ts';
import { newScimClient } from '../harness/scim.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { newSamlApplication } from '../harness/service-provider.ts';
import { newUser } from '../harness/users.ts';
import type { Answer } from '../harness/visitor.ts';
import { newWebhook } from '../harness/webhook-receiver.ts';

type Call = (method: string, json?: unknown, headers?: Record<string, string>) => Promise<Answer>;
/** By contract path: an existing entity, two ways to change it, and how to detect the change. */
/** For full replacements, `rest` is the unchanged part. */
type Case = {
  call: Call;
  changes: [object, object];
  rest?: object;
  nth?: (number: number) => object;
  /** The name of the response's part that holds the changed fields, if not the whole. */
  part?: string;
};

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
    const mailTo = (host: string) => ({ config: { endpoint: `https://${host}.example` } });
    const connector = await api.call('POST', '/connectors', { connectorId: 'http-email', ...mailTo('any') });
    const ssoConnector = await api.call('POST', '/sso-connectors', { providerName: 'OIDC', connectorName: 'Any' });
    cases = {
      'management /resources/:id': {
        call: managed(`/resources/${(await newResource(api, 'https://versioned.example.com')).id}`),
        changes: [{ name: 'One' }, { name: 'Two' }],
      },
      'management /hooks/:id': {
        call: managed(`/hooks/${(await newWebhook(api, 'https://example.com', ['Role.Deleted'])).id}`),
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
      'management /sso-connectors/:ssoConnectorId/scim': {
        call: managed((await newScimClient(server, api, [])).path),
        changes: [{ deactivation: 'delete' }, { isEnabled: false }],
        nth: (number) => ({ deactivation: number % 2 === 0 ? 'suspend' : 'leaveOrganizations' }),
      },
      'management /users/:userId': {
        call: managed(`/users/${(await newUser(api, { name: 'Versioned' })).id}`),
        changes: [{ name: 'One' }, { name: 'Two' }],
      },
      'management /configs/client-registration': {
        call: managed('/configs/client-registration'),
        changes: [{ perHour: 1 }, { perHour: 2 }],
        nth: (number) => ({ perHour: number + 10 }),
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
      'management /connectors/:id': {
        call: managed(`/connectors/${(connector.json() as { id: string }).id}`),
        changes: [mailTo('one'), mailTo('two')],
        nth: (number) => mailTo(`try-${number}`),
      },
      'management /saml-applications/:id': {
        call: managed(`/saml-applications/${(await newSamlApplication(api)).id}`),
        changes: [{ name: 'One' }, { entityId: 'https://two.example' }],
      },
      'management /sso-connectors/:id': {
        call: managed(`/sso-connectors/${(ssoConnector.json() as { id: string }).id}`),
        changes: [{ connectorName: 'One' }, { connectorName: 'Two' }],
        nth: (number) => ({ connectorName: `Try ${number}` }),
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
      'management /message-templates/:channel/:templateType/:languageTag': {
        call: managed('/message-templates/Email/SignIn/en'),
        changes: [{ subject: 'One' }, { subject: 'Two' }],
        rest: { content: '<p>{{code}}</p>', contentType: 'text/html' },
        part: 'details',
      },
      'me ': {
        call: (method, json, headers) => me(method, '/t/admin/me', json, headers),
        changes: [{ name: 'Ada' }, { name: 'Eve' }],
      },
    };
  });

  const savedAt = (address: string) => {
    const { call, changes, rest, nth, part } = cases[address] as Case;
    const save = (json: object, headers?: Record<string, string>) =>
      call(rest ? 'PUT' : 'PATCH', { ...rest, ...json }, headers);
    const changedPart = (answer: Answer) => {
      const whole = answer.json() as Record<string, unknown>;
      return (part === undefined ? whole : whole[part]) as Record<string, unknown>;
    };
    return { call, changes, save, nth, changedPart, unchanged: changes[1] };
  };

  it('every versioned path has a case here', () => {
    expect(versioned.toSorted()).toEqual(Object.keys(cases).toSorted());
  });

  it.each(versioned)('C05 %s: a current version saves once, an outdated one never', async (address) => {
    const { call, changes, save, changedPart, unchanged } = savedAt(address);
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

    // Weak ETags, lists and * are accepted.
    for (const named of [(tag: string) => `W/${tag}`, (tag: string) => `"x", ${tag}`, () => '*']) {
      const known = named(etagOf(await call('GET')));
      expect((await save(unchanged, { 'if-match': known })).status, known).toBe(200);
    }
    // Without a version, the update is unconditional.
    const unconditional = await save(mine);
    expect([unconditional.status, changedPart(unconditional)]).toMatchObject([200, mine]);
    expect(etagOf(await call('GET'))).toBe(etagOf(unconditional));
  });

  it.each(versioned)('C05 %s: exactly one of 30 concurrent saves of the same version succeeds', async (address) => {
    const { call, changes, save, nth, changedPart } = savedAt(address);
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
    expect(changedPart(stored)).toMatchObject({ [field]: changedPart(winner)[field] });
  });

  it('C05 a conditional save does not overtake an unconditional one or a deletion', async () => {
    const { id } = (await api.call('POST', '/applications', { name: 'Raced', type: 'SPA' })).json() as { id: string };
    const path = `/applications/${id}`;
    const known = etagOf(await api.call('GET', path));
    const [conditional, ...others] = await Promise.all([
      api.call('PATCH', path, { name: 'Mine' }, { 'if-match': known }),
      ...Array.from({ length: 10 }, (_, number) => api.call('PATCH', path, { description: `Theirs ${number}` })),
    ]);
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
    // It either came first or was refused: the change record shows what it was based on.
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

  it('C05 automatic changes keep the version, but change the ETag of the response', async () => {
    const { id } = await newUser(api, { name: 'Edited' });
    const known = etagOf(await api.call('GET', `/users/${id}?includeSsoIdentities=true`));
    await server.query('update users set last_sign_in_at = now() where id = $1', [id]);
    const seen = await api.call('GET', `/users/${id}?includeSsoIdentities=true`, undefined, { 'if-none-match': known });
    expect([seen.status, seen.json()]).toMatchObject([200, { lastSignInAt: expect.any(Number) }]);
    const save = (name: string) => api.call('PATCH', `/users/${id}`, { name }, { 'if-match': known });
    expect((await save('Saved')).status).toBe(200);
    expect((await save('Late')).status).toBe(412);
  });

  it('a cached response is not sent again', async () => {
    const { call } = cases['management /sign-in-exp'] as Case;
    const known = etagOf(await call('GET'));
    const answer = await call('GET', undefined, { 'if-none-match': known });
    expect([answer.status, answer.body]).toEqual([304, '']);
  });
});
