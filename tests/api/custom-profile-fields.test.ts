// Custom profile fields: definition, validation and collection at registration.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, password } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

type Field = { name: string; sieOrder: number; label: string; config: object };
const text = (name: string, more: object = {}) => ({ name, type: 'Text', label: name, required: true, ...more });
const part = (name: string, more: object = {}) => ({ name, type: 'Text', enabled: true, required: true, ...more });

describe('custom profile fields', () => {
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
  });
  const create = (field: object) => api.call('POST', '/custom-profile-fields', field);
  const listFields = async () => (await api.call('GET', '/custom-profile-fields')).json() as Field[];
  const remove = (name: string) => api.call('DELETE', `/custom-profile-fields/${name}`);
  const nothing = async () => {
    for (const { name } of await listFields()) await remove(name);
  };

  const everyType = [
    text('nickname', { config: { minLength: 1, maxLength: 100, placeholder: 'Nick' }, description: 'As friends say' }),
    { name: 'age', type: 'Number', label: 'Age', required: false, config: { minValue: 0, maxValue: 150 } },
    { name: 'birthdate', type: 'Date', required: true, config: { format: 'MM/dd/yyyy', placeholder: 'MM/dd/yyyy' } },
    { name: 'news', type: 'Checkbox', label: 'News', required: false, config: { defaultValue: 'true' } },
    {
      name: 'gender',
      type: 'Select',
      required: true,
      config: { options: [{ value: 'x' }, { value: 'y', label: 'Y' }] },
    },
    { name: 'website', type: 'Url', required: false },
    { name: 'plate', type: 'Regex', label: 'Plate', required: false, config: { format: '^[A-Z]{1,3}$' } },
    { name: 'address', type: 'Address', required: true, config: { parts: [part('formatted'), part('country')] } },
    { name: 'fullname', type: 'Fullname', required: true, config: { parts: [part('givenName'), part('familyName')] } },
  ];

  it('has every type, in creation order, created one at a time or in bulk', async () => {
    const [first, ...others] = everyType;
    const created = await create(first as object);
    expect([created.status, created.json()]).toMatchObject([201, { ...first, tenantId: 'default', sieOrder: 1 }]);
    const many = await api.call('POST', '/custom-profile-fields/batch', others);
    expect(many.status, many.body).toBe(201);
    expect(many.json()).toMatchObject(others.map((field, index) => ({ ...field, sieOrder: index + 2 })));
    expect((await listFields()).map(({ name }) => name)).toEqual(everyType.map(({ name }) => name));
    // Missing settings are empty.
    expect(await listFields()).toContainEqual(
      expect.objectContaining({ name: 'website', label: '', description: null, config: {} }),
    );
    expect(outcome(await create(first as object))).toEqual([422, 'custom_profile_fields.name_exists']);
    expect(outcome(await api.call('POST', '/custom-profile-fields/batch', [text('a'), text('a')]))).toEqual([
      422,
      'custom_profile_fields.name_exists',
    ]);
    expect(await listFields()).toHaveLength(everyType.length);
  });

  it('are public to the sign-in pages', async () => {
    const shown = (await newVisitor().get(`${server.origin}/api/.well-known/sign-in-exp`)).json();
    expect(shown).toMatchObject({ customProfileFields: everyType.map(({ name }) => ({ name })) });
  });

  it('reads, replaces, orders and deletes', async () => {
    const at = '/custom-profile-fields/nickname';
    expect((await api.call('GET', at)).json()).toMatchObject(everyType[0] as object);
    const replaced = await api.call('PUT', at, { type: 'Number', required: false });
    const expected = { type: 'Number', required: false, label: '', description: null, config: {}, sieOrder: 1 };
    expect([replaced.status, replaced.json()]).toMatchObject([200, expected]);
    const order = [
      { name: 'fullname', sieOrder: 1 },
      { name: 'nickname', sieOrder: 9 },
    ];
    const reordered = await api.call('POST', '/custom-profile-fields/properties/sie-order', { order });
    const names = (reordered.json() as Field[]).map(({ name }) => name);
    expect([reordered.status, names[0], names.at(-1)]).toEqual([200, 'fullname', 'nickname']);
    const unknown = await api.call('POST', '/custom-profile-fields/properties/sie-order', {
      order: [...order, { name: 'nobody', sieOrder: 3 }],
    });
    expect(unknown.json()).toMatchObject({
      code: 'custom_profile_fields.entity_not_exists_with_names',
      data: { names: ['nobody'] },
    });
    expect((await remove('nickname')).status).toBe(204);
    expect(outcome(await api.call('GET', at))).toEqual([404, 'entity.not_exists_with_id']);
    expect(outcome(await api.call('PUT', at, { type: 'Url', required: false }))).toEqual([404, 'entity.not_exists']);
    expect((await remove('nickname')).status).toBe(204);
  });

  const select = (options: object[], more: object = {}) => ({
    type: 'Select',
    required: true,
    config: { options, ...more },
  });
  const parts = (type: string, ...all: object[]) => ({ type, required: true, config: { parts: all } });
  // biome-ignore format: one line each
  const refused: [string, string, object][] = [
    ['a b', 'invalid_name', text('a b')],
    ['nothing', 'invalid_name', text('')],
    ['an underscore', 'invalid_name', text('a_b')],
    ['username', 'name_conflict_sign_in_identifier', text('username')],
    ['phone', 'name_conflict_sign_in_identifier', text('phone')],
    ['preferredUsername', 'name_conflict_built_in_prop', text('preferredUsername')],
    ['onboarding', 'name_conflict_custom_data', text('onboarding')],
    ['a length from 5 to 4', 'invalid_min_max_input', text('a', { config: { minLength: 5, maxLength: 4 } })],
    ['a value from 5 to 4', 'invalid_min_max_input', { name: 'a', type: 'Number', required: true, config: { minValue: 5, maxValue: 4 } }],
    ['no options', 'invalid_options', { name: 'a', ...select([]) }],
    ['an option twice', 'invalid_options', { name: 'a', ...select([{ value: 'x' }, { value: 'x' }]) }],
    ['an empty option', 'invalid_options', { name: 'a', ...select([{ value: '' }]) }],
    ['another default', 'invalid_default_value', { name: 'a', ...select([{ value: 'x' }], { defaultValue: 'y' }) }],
    ['a half checked box', 'invalid_default_value', { name: 'a', type: 'Checkbox', required: false, config: { defaultValue: 'maybe' } }],
    ['a broken pattern', 'invalid_regex_format', { name: 'a', type: 'Regex', required: true, config: { format: '(' } }],
    ['an address of planets', 'invalid_address_components', { name: 'address', ...parts('Address', part('planet')) }],
    ['an address of nothing', 'invalid_address_components', { name: 'address', ...parts('Address', part('country', { enabled: false })) }],
    ['an address twice', 'invalid_address_components', { name: 'address', ...parts('Address', part('country'), part('country')) }],
    ['an address in one text', 'invalid_address_components', text('address')],
    ['a name of places', 'invalid_fullname_components', { name: 'fullname', ...parts('Fullname', part('country')) }],
    ['a name within a name', 'invalid_sub_component_type', { name: 'fullname', ...parts('Fullname', part('givenName', { type: 'Fullname' })) }],
    ['a part with a broken pattern', 'invalid_regex_format', { name: 'fullname', ...parts('Fullname', part('givenName', { type: 'Regex', config: { format: '[' } })) }],
  ];
  it.each(refused)('rejects %s: %s', async (_, code, field) => {
    await nothing();
    const { name, ...settings } = field as { name: string };
    expect(outcome(await create(field))).toEqual([400, `custom_profile_fields.${code}`]);
    expect(outcome(await api.call('POST', '/custom-profile-fields/batch', [text('fine'), field]))).toEqual([
      400,
      `custom_profile_fields.${code}`,
    ]);
    expect(await listFields()).toEqual([]);
    if (code.startsWith('name_') || code === 'invalid_name') return;
    // An invalid field can't be created by an update either.
    const sane = everyType.find((one) => one.name === name) ?? text(name);
    expect((await create(sane)).status).toBe(201);
    expect(outcome(await api.call('PUT', `/custom-profile-fields/${name}`, settings))).toEqual([
      400,
      `custom_profile_fields.${code}`,
    ]);
  });

  it('rejects other shapes, and more than 20 at once', async () => {
    for (const body of [
      { name: 'a', type: 'Text' },
      { name: 'a', type: 'Picture', required: true },
      { name: 'a', type: 'Checkbox', required: true },
      { name: 'a', type: 'Select', required: true },
      { name: 'a', type: 'Date', required: true, config: {} },
      text('a', { config: { minLength: -1 } }),
      text('a', { description: 'x'.repeat(257) }),
    ]) {
      expect(outcome(await create(body)), JSON.stringify(body)).toEqual([400, 'guard.invalid_input']);
    }
    expect(outcome(await create({ name: 'a', type: 'Date', required: true, config: { format: 'Custom' } }))).toEqual([
      400,
      'request.invalid_input',
    ]);
    const many = Array.from({ length: 21 }, (_, index) => text(`f${index}`));
    expect(outcome(await api.call('POST', '/custom-profile-fields/batch', many))).toEqual([400, 'guard.invalid_input']);
  });

  describe('at registration', () => {
    beforeAll(nothing);
    const begin = async (username: string) => {
      const interaction = await openInteraction(server.origin, demoApp(server.origin));
      await interaction.call('PUT', '', { interactionEvent: 'Register' });
      await interaction.call('POST', '/profile', { type: 'username', value: username });
      await interaction.call('POST', '/profile', { type: 'password', value: password });
      return interaction;
    };
    const storedUser = async (username: string) =>
      (
        await server.query<Record<string, unknown>>(
          `select name, avatar, profile, custom_data from users where username = $1`,
          [username],
        )
      )[0];

    it('required fields must be filled, and are stored in their place', async () => {
      const fields = [
        text('name'),
        {
          name: 'fullname',
          type: 'Fullname',
          required: true,
          config: {
            parts: [part('givenName'), part('middleName', { required: false }), part('familyName', { enabled: false })],
          },
        },
        { name: 'address', type: 'Address', required: true, config: { parts: [part('locality'), part('country')] } },
        text('shoe'),
        text('motto', { required: false }),
        text('avatar', { required: false }),
        text('news', { required: false }),
      ];
      expect((await api.call('POST', '/custom-profile-fields/batch', fields)).status).toBe(201);
      const { call } = await begin('asked');
      const missing = async () => {
        const answer = await call('POST', '/identification', {});
        return [answer.status, (answer.json() as { data?: unknown }).data];
      };
      const tell = (values: object) => call('POST', '/profile', { type: 'extraProfile', values });
      const asked = [422, { missingProfile: ['extraProfile'] }];
      expect(await missing()).toEqual(asked);
      expect((await tell({ name: 'Ada', avatar: 'https://a.example/a.png', givenName: 'Ada' })).status).toBe(204);
      expect(await missing()).toEqual(asked);
      await tell({ shoe: 38, address: { locality: 'London' } });
      expect(await missing()).toEqual(asked);
      await tell({ address: { locality: 'London', country: 'UK' }, news: true });
      expect(outcome(await call('POST', '/identification', {}))).toEqual([201]);
      expect(outcome(await call('POST', '/submit'))).toEqual([200]);
      expect(await storedUser('asked')).toEqual({
        name: 'Ada',
        avatar: 'https://a.example/a.png',
        profile: { givenName: 'Ada', address: { locality: 'London', country: 'UK' } },
        custom_data: { shoe: 38, news: true },
      });
    });

    it('identifiers come first, and existing users are not asked', async () => {
      const fresh = await openInteraction(server.origin, demoApp(server.origin));
      await fresh.call('PUT', '', { interactionEvent: 'Register' });
      const answer = await fresh.call('POST', '/identification', {});
      expect(answer.json()).toMatchObject({ data: { missingProfile: ['username', 'password'] } });
      await api.call('POST', '/custom-profile-fields', text('later'));
      await api.call('POST', '/custom-profile-fields', text('website', { required: false }));
      const { call, verifyPassword } = await openInteraction(server.origin, demoApp(server.origin));
      await call('PUT', '', { interactionEvent: 'SignIn' });
      const early = await call('POST', '/profile', { type: 'extraProfile', values: { later: 'x' } });
      expect(outcome(early)).toEqual([404, 'session.identifier_not_found']);
      await call('POST', '/identification', { verificationId: await verifyPassword('asked', password) });
      // Values sent without being asked for are added to the existing ones.
      await call('POST', '/profile', {
        type: 'extraProfile',
        values: { later: 'said', website: 'https://ada.example' },
      });
      expect(outcome(await call('POST', '/submit'))).toEqual([200]);
      expect(await storedUser('asked')).toMatchObject({
        name: 'Ada',
        profile: { givenName: 'Ada', website: 'https://ada.example' },
        custom_data: { shoe: 38, later: 'said' },
      });
    });

    // biome-ignore format: one line each
    it.each([
      [{ preferredUsername: 'x' }, 'custom_profile_fields.name_conflict_built_in_prop'],
      [{ primaryEmail: 'x@example.com' }, 'custom_profile_fields.name_conflict_sign_in_identifier'],
      [{ username: 'x' }, 'custom_profile_fields.name_conflict_sign_in_identifier'],
      [{ adminConsolePreferences: {} }, 'custom_profile_fields.name_conflict_custom_data'],
      [{ 'a.b': 'x' }, 'custom_profile_fields.invalid_name'],
      [{ __proto__x: 'x' }, 'custom_profile_fields.invalid_name'],
      [{ name: 5 }, 'guard.invalid_input'],
      [{ name: 'x'.repeat(129) }, 'guard.invalid_input'],
      [{ address: 'London' }, 'guard.invalid_input'],
      [{ address: { planet: 'Earth' } }, 'guard.invalid_input'],
      [{ gender: ['x'] }, 'guard.invalid_input'],
      [{ much: 'x'.repeat(70_000) }, 'guard.invalid_input'],
    ])('A54 rejects %j', async (values, code) => {
      const { call } = await begin('refused');
      expect(outcome(await call('POST', '/profile', { type: 'extraProfile', values }))).toEqual([400, code]);
    });

    it('F22 a catastrophic pattern costs the server nothing', async () => {
      await nothing();
      const field = { name: 'evil', type: 'Regex', required: true, config: { format: '^(a+)+$' } };
      expect((await create(field)).status).toBe(201);
      const { call } = await begin('patient');
      const values = { evil: `${'a'.repeat(5000)}!` };
      expect(outcome(await call('POST', '/profile', { type: 'extraProfile', values }))).toEqual([204]);
      expect(outcome(await call('POST', '/identification', {}))).toEqual([201]);
    });
  });
});
