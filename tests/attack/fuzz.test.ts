// Random values for every request schema: valid ones never break the server, invalid ones are reported by field.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '../harness/account.ts';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { callerWith, cloudResource, meResource, registerConsoleUser } from '../harness/console-user.ts';
import { type Described, filled, isCloud, operations } from '../harness/contract.ts';
import { openInteraction } from '../harness/interactions.ts';
import { addUsers, organizationWithEverything } from '../harness/organizations.ts';
import { arbitraryOf, type Schema, wrongFields } from '../harness/schema-values.ts';
import { newScimClient, type ScimClient } from '../harness/scim.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp } from '../harness/sign-in.ts';
import type { Answer } from '../harness/visitor.ts';

const withBody = operations.filter(({ body, operation }) => body && !operation.multipart);
const seed = 20_251_115;

describe('Z01 random requests', () => {
  let oss: TestServer;
  let cloud: TestServer;
  let api: ManagementApi;
  let callMe: ReturnType<typeof callerWith>;
  let callCloud: ReturnType<typeof callerWith>;
  let people: ReturnType<typeof accounts>;
  let scim: ScimClient;
  let callAccount: (method: string, path: string, json: unknown) => Promise<Answer>;
  beforeAll(async () => {
    [oss, cloud] = [await useServer(), await useServer({ edition: 'cloud' })];
    api = await managementApi(oss);
    const boss = await registerConsoleUser(oss, 'boss');
    callMe = callerWith(oss, await boss.accessToken(meResource));
    people = accounts(oss);
    await people.allow();
    const person = await people.person('person');
    const proof = await person.proveByPassword();
    callAccount = (method, path, json) => person.call(method, path, json, proof);
    scim = await newScimClient(oss, api, ['example.com']);
    const owner = await registerConsoleUser(cloud, 'owner', [cloudResource]);
    callCloud = callerWith(cloud, await owner.accessToken(cloudResource));
  });
  afterAll(() => {
    for (const server of [oss, cloud]) expect(server.output()).not.toMatch(/"level":(50|60)/);
  });

  const idsFor = async ({ path }: Described): Promise<Record<string, string>> => {
    if (!path.includes(':')) return {};
    const made = await api.call('POST', '/applications', { name: 'App', type: 'Traditional', isThirdParty: true });
    const { id } = made.json() as { id: string };
    const organization = path.includes('organization') ? await organizationWithEverything(oss, api) : {};
    const [userId = ''] = await addUsers(oss, [`Fuzz${id}`]);
    return {
      ...organization,
      userId,
      id,
      applicationId: id,
      name: 'Default secret',
      scopeType: 'user-scopes',
      scopeId: 'profile',
    };
  };
  const newInteraction = async () => {
    const interaction = await openInteraction(oss.base('default'), demoApp(oss.base('default')));
    await interaction.call('PUT', '', { interactionEvent: 'Register' });
    return interaction;
  };
  const forValidBodies = { idsFor, newInteraction };
  // Invalid bodies change nothing, so all operations can share the entities they name.
  const ids = new Map<boolean, ReturnType<typeof idsFor>>();
  let interaction: ReturnType<typeof newInteraction> | undefined;
  const forInvalidBodies: typeof forValidBodies = {
    idsFor: (one) => {
      const key = one.path.includes('organization');
      const known = ids.get(key) ?? idsFor({ ...one, path: key ? '/organization/:id' : '/:id' });
      ids.set(key, known);
      return known;
    },
    newInteraction: () => {
      interaction ??= newInteraction();
      return interaction;
    },
  };
  const senderFor = async (
    one: Described,
    entities: typeof forValidBodies,
  ): Promise<(json: unknown) => Promise<Answer>> => {
    const { method } = one.operation;
    const path = filled(one.path, await entities.idsFor(one));
    if (isCloud(one)) return (json) => callCloud(method, path, json);
    if (one.resource.access === 'me') return (json) => callMe(method, `/t/admin${path}`, json);
    if (one.resource.access === 'account') {
      // A random request may have disabled it.
      await people.allow();
      return (json) => callAccount(method, path.slice('/api'.length), json);
    }
    if (one.resource.access === 'scim') {
      const user = await scim.createUser(`${crypto.randomUUID()}@example.com`);
      const group = await scim.createGroup(crypto.randomUUID());
      const { ssoConnectorId } = scim;
      const at = filled(one.operation.path, { ssoConnectorId, userId: user.id, groupId: group.id });
      return (json) => scim.call(method, at.split('/v2')[1] ?? '', json);
    }
    if (one.resource.access === 'interaction') {
      const { visitor } = await entities.newInteraction();
      return (json) => visitor.send(method, `${oss.base('default')}${path}`, { json });
    }
    return (json) => api.call(method, path.slice('/api'.length), json);
  };
  const describeProblem = ({ status, body }: Answer, json: unknown) =>
    `${status} ${body.slice(0, 300)} for ${JSON.stringify(json)}`;

  it.each(withBody)('$label handles whatever its schema allows', async (one) => {
    // Separate entities: random requests may have ended or corrupted earlier ones.
    const send = await senderFor(one, forValidBodies);
    // A tenant is expensive, and there can be ten of them.
    const numRuns = isCloud(one) ? 2 : 4;
    for (const json of fc.sample(arbitraryOf(one.body as Schema), { numRuns, seed })) {
      const answer = await send(json);
      // Operations that need a connector report that there is none.
      if (answer.status !== 501) expect(answer.status, describeProblem(answer, json)).toBeLessThan(500);
      // SCIM has its own format of errors.
      const text = one.resource.access === 'scim' ? 'detail' : 'message';
      if (answer.status >= 400)
        expect(answer.json()).toMatchObject({ code: expect.any(String), [text]: expect.any(String) });
    }
  });

  it.each(withBody.filter(({ body }) => wrongFields(body as Schema).length > 0))(
    '$label names the field that is wrong',
    async (one) => {
      const send = await senderFor(one, forInvalidBodies);
      const fields = wrongFields(one.body as Schema);
      const [good] = fc.sample(arbitraryOf(one.body as Schema), { numRuns: 1, seed }) as Record<string, unknown>[];
      for (const { field, wrong } of fields) {
        const json = { ...good, [field]: wrong };
        const answer = await send(json);
        expect(answer.status, describeProblem(answer, json)).toBe(400);
        const { code, data } = answer.json() as {
          code: string;
          data?: { issues: { path: unknown[]; message: string }[] };
        };
        // Text that the database cannot store is rejected before its field is validated.
        const isUnstorable = data?.issues.some(({ message }) => message.includes("can't be stored"));
        if (code === 'guard.invalid_input' && data && !isUnstorable)
          expect(data.issues.map(({ path }) => path[0])).toContain(field);
        else expect(code, describeProblem(answer, json)).toBe('guard.invalid_input');
      }
    },
  );

  it.each(withBody)('$label accepts only an object', async (one) => {
    const send = await senderFor(one, forInvalidBodies);
    const bodies = [null, [], 'text', 7, true, [[]]];
    const answers = await Promise.all(bodies.map(async (json) => ({ json, answer: await send(json) })));
    for (const { json, answer } of answers) expect(answer.status, describeProblem(answer, json)).toBe(400);
  });

  it('handles random queries', async () => {
    const names = [
      'page',
      'page_size',
      'search',
      'search.name',
      'mode',
      'mode.name',
      'joint',
      'isCaseSensitive',
      'types',
      'isThirdParty',
      'x',
    ];
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom(
        '1',
        '0',
        '-1',
        'exact',
        'posix',
        'similar_to',
        '(',
        '[',
        '%',
        '\\',
        '{9999}',
        '(a+)+$',
        'true',
        '',
      ),
    );
    const queries = fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 5 });
    for (const query of fc.sample(queries, { numRuns: 80, seed })) {
      const answer = await api.call('GET', `/applications?${new URLSearchParams(query)}`);
      expect(answer.status, `${answer.body.slice(0, 200)} for ${JSON.stringify(query)}`).toBeLessThan(500);
    }
  });
});
